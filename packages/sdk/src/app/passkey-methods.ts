export { askForPasskey, registerPasskey, signInWithPasskey } from '../passkey/passkey.ts'
export { ClientAppBase } from './client-app-base.ts' // See account-methods.ts.
