import { Step } from '../first-run/steps.tsx'

/** Where the provider's page leads after a test of a sign-in. The page that started the test shows what came of it. */
export default function SignInTestedPage() {
  return (
    <Step title="The test is over" description="You can close this window. The result is in the dashboard.">
      {null}
    </Step>
  )
}
