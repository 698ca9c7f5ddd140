export interface HandlerUrls {
  handler: string
  signIn: string
  signUp: string
  signOut: string
  emailVerification: string
  passwordReset: string
  forgotPassword: string
  oauthCallback: string
  magicLinkCallback: string
  accountSettings: string
  teamInvitation: string
  mfa: string
  error: string
  home: string
  afterSignIn: string
  afterSignUp: string
  afterSignOut: string
}

export type RedirectMethod =
  | 'window'
  | 'none'
  | {
      useNavigate: () => (to: string) => void
      /** Without it redirects load the page. With `replace` the page that is left must not stay in the history. */
      navigate?: (to: string, options: { replace: boolean }) => void
    }

export interface RedirectToOptions {
  replace?: boolean | undefined
  noRedirectBack?: boolean | undefined
}

type RedirectTarget = Capitalize<Exclude<keyof HandlerUrls, 'handler'>>

export type RedirectMethods = {
  [Target in RedirectTarget as `redirectTo${Target extends 'OauthCallback' ? 'OAuthCallback' : Target}`]: (
    options?: RedirectToOptions,
  ) => Promise<void>
}

/** Provider id → extra scopes to ask for at every sign-in. */
export type OAuthScopesOnSignIn = { [provider: string]: string[] | undefined }
