const names: Record<string, string> = {
  password: 'Password',
  otp: 'Magic link',
  passkey: 'Passkey',
  connection: 'Company sign-in',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
  x: 'X',
}

/** "github" → "GitHub". */
export function methodName(method: string): string {
  return names[method] ?? method.charAt(0).toUpperCase() + method.slice(1)
}
