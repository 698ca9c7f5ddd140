interface Factors {
  requires_totp_mfa: boolean
  passkey_mfa_enabled: boolean
}

/** Whether signing in takes an authenticator app or a passkey as the second step. */
export const hasSecondFactor = ({ requires_totp_mfa, passkey_mfa_enabled }: Factors) =>
  requires_totp_mfa || passkey_mfa_enabled
