/** The sign-in methods that need no provider, in page order. */
export const methods = [
  {
    id: 'password',
    key: 'credential_enabled',
    name: 'Email and password',
    hint: 'Users can reset a forgotten password by email.',
    rules: [
      ['Length', '8 to 70 characters'],
      ['Rejected', 'Common passwords, the user’s email address and the project name'],
      ['Reset', 'By an emailed link, which ends all other sessions'],
      ['Stored', 'As a slow, salted hash'],
    ],
  },
  {
    id: 'magic-link',
    key: 'magic_link_enabled',
    name: 'Magic link',
    hint: 'A link and a code by email. No password needed.',
    rules: [
      ['Email', 'Contains a link and a six-character code; either one signs in'],
      ['Valid for', '10 minutes, one use'],
      ['New users', 'Created on first sign-in, if sign-up is open'],
      ['Scanners', 'Opening the link does not use it: users confirm with a click'],
    ],
  },
  {
    id: 'passkey',
    key: 'passkey_enabled',
    name: 'Passkey',
    hint: 'A fingerprint, a face or a device PIN. Users add one in their account settings.',
    rules: [
      ['Sign-up', 'Needs another method first'],
      ['Works on', 'Trusted HTTPS domains and localhost'],
      ['Second factor', 'Still required for users who have set one up'],
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
