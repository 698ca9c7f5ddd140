// The heading of each page, by path, that shows that the page is complete.
export const signedOutPages = {
  '': 'An app that knows its people',
  'handler/sign-in': 'Sign in to your account',
  'handler/sign-up': 'Create your account',
  'handler/sign-out': "You're not signed in",
  'handler/forgot-password': 'Reset your password',
  'handler/password-reset?code=abc': "This link isn't valid",
  'handler/magic-link-callback?code=abc': 'Sign in to your account',
  'handler/mfa': 'Sign in again',
  'handler/email-verification?code=abc': "This link isn't valid",
  'handler/team-invitation?code=abc': "You're invited to a team",
  'handler/team-invitation': "This link isn't valid",
  // With nothing to finish, it redirects to sign-in.
  'handler/oauth-callback': 'Sign in to your account',
  'handler/error': 'Something went wrong',
  'handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED&message=x': 'Sign-in was canceled',
  'handler/error?errorCode=OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER&message=x': 'Account already in use',
  'handler/error?errorCode=CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE&message=x&details=%7B%22contact_channel_value%22%3A%22ada%40example.com%22%2C%22would_work_if_email_was_verified%22%3Atrue%7D':
    'This email is already in use',
  'handler/error?errorCode=INVALID_AUTHORIZATION_CODE&message=x': 'Something went wrong',
  'handler/nowhere': 'Page not found',
}
export const signedInPages = {
  notes: 'My note',
  'handler/account-settings#profile': 'My profile',
  'handler/account-settings#auth': 'Emails & sign-in',
  'handler/account-settings#notifications': 'Notifications',
  'handler/account-settings#sessions': 'Active sessions',
  'handler/account-settings#api-keys': 'API keys',
  'handler/account-settings#settings': 'Settings',
  'handler/account-settings#team-creation': 'Create a team',
  'handler/cli-auth-confirm?login_code=abc': 'Sign in on the command line?',
  'handler/cli-auth-confirm': 'Command-line sign-in failed',
  'handler/oauth-consent?interaction=nothing-of-this-name': 'This request is no longer open',
  'handler/device?user_code=WDJB-MJHT': 'Connect a device',
  'handler/team-invitation?code=abc': "This link isn't valid",
}
