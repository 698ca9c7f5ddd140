// Fetched together: who visits one of them often goes on to the other.

export { SignIn } from '../sign-in/sign-in.tsx'
export { SignUp } from '../sign-in/sign-up.tsx'
