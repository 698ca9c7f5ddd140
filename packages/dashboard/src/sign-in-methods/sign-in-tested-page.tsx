import { Step } from '../first-run/steps.tsx'

/** The provider redirects here after a sign-in test. The page that started the test shows the result. */
export default function SignInTestedPage() {
  return (
    <Step
      title="The test is complete"
      description="You can close this window. The result is on the page where the test began."
    >
      {null}
    </Step>
  )
}
