// The other accounts in the menu of the user button, for apps that let people have several.

export { AccountItems } from '../user-button/account-items.tsx'
export * from './auth-screens.ts'
