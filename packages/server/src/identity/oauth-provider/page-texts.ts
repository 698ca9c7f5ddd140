/** What people read at the provider. */
export const providerTexts = {
  problem: 'You cannot be signed in',
  expired: 'This request has expired or was started in another browser. Start again in the app that sent you here.',
  request:
    'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.',
  failed: 'Something went wrong',
  retry: 'Try again in a few minutes.',
  logout: 'Sign out of {{name}}?',
  logoutText: 'Other apps that you opened with this account may sign you out, too.',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  signedOut: 'You are signed out',
  close: 'You can close this page.',
} as const
