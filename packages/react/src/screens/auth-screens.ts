// The sign-in page of the handler. The other chunks with screens export it too, although they do not need it: esbuild
// and Vite group modules by the chunks that import them, and webpack repeats modules that few chunks share, so without
// this the first bundle would be split into a dozen small files.

export { LatchkeyProvider } from '../provider.tsx'
export { AuthScreen } from '../sign-in/auth-page.tsx'
export { Styles } from '../styles/style-element.tsx'
