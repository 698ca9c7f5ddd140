import { type AuthCardProps, TabsCard } from './auth-card.tsx'
import { CredentialSignUpForm } from './password-sign-up.tsx'

/** Sign-up with everything on one page. */
export function SignUpCard(props: AuthCardProps) {
  return <TabsCard {...props} SignUpForm={CredentialSignUpForm} />
}
