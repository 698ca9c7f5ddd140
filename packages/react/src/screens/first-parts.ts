// Exported from every chunk with screens, although unused there. esbuild and Vite group modules by the chunks that
// import them, and webpack duplicates modules that few chunks share. Without this, the first bundle would be split into
// a dozen small files.

export { LatchkeyProvider } from '../provider.tsx'
export { AuthScreen } from '../sign-in/auth-page.tsx'
export { Styles } from '../styles/style-element.tsx'
