export * from './first-parts.ts'
