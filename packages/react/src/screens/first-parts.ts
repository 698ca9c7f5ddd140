// Exported from every chunk with screens, although not needed there. esbuild and Vite put modules into one file if the
// same chunks need them, and webpack repeats what few chunks share: without this, the first file becomes a dozen small
// ones.

export { LatchkeyProvider } from '../provider.tsx'
export { AuthScreen } from '../sign-in/auth-page.tsx'
export { Styles } from '../styles/style-element.tsx'
