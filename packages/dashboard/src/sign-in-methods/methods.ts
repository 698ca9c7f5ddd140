/** The methods that need no provider, in the order of the page. */
export const methods = [
  {
    id: 'password',
    key: 'credentialEnabled',
    name: 'Email and password',
    hint: 'With a reset by email for those who forget it.',
    rules: [
      ['Length', '8 to 70 characters'],
      ['Refused', 'Common passwords, the user’s own email address and the name of the project'],
      ['Forgotten', 'A link by email sets a new one and ends all other sessions'],
      ['Stored', 'As a salted hash that is slow to guess'],
    ],
  },
  {
    id: 'magic-link',
    key: 'magicLinkEnabled',
    name: 'Magic link',
    hint: 'A link and a code by email, without a password.',
    rules: [
      ['Email', 'Has a link and a code of six characters; either of them signs in'],
      ['Good for', '10 minutes, once'],
      ['New users', 'Are created by their first sign-in, if sign-up is open'],
      ['Scanners', 'Opening the link does not use it up: users confirm with a click'],
    ],
  },
  {
    id: 'passkey',
    key: 'passkeyEnabled',
    name: 'Passkey',
    hint: 'A fingerprint, a face or a device PIN. Users add one in their account settings.',
    rules: [
      ['Sign-up', 'Not with a passkey: users have another method first'],
      ['Works on', 'Trusted domains with HTTPS, and localhost'],
      ['Second factor', 'Still asked for, from users who have set one up'],
    ],
  },
] as const satisfies readonly {
  id: string
  key: string
  name: string
  hint: string
  rules: readonly (readonly [string, string])[]
}[]

export type Method = (typeof methods)[number]
