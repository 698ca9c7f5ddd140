import type { SourceText } from '../i18n/source-texts.ts'

export interface Advice {
  text: SourceText
  isGood?: true
}

/**
 * What would make a password harder to guess, as a sentence. It is only advice: the server decides what it accepts, and
 * knows far more leaked passwords.
 */
export function adviseOn(password: string, email: string): Advice | undefined {
  const plain = password.toLowerCase()
  const [name = ''] = email.toLowerCase().split('@')
  if (!password) return undefined
  if (password.length < 8) return { text: 'Add a few more characters.' }
  if (leaked.has(plain)) return { text: 'This one is in every list of leaked passwords.' }
  if (name.length > 3 && plain.includes(name)) return { text: "Don't use your email address in it." }
  if (countSurprises(plain) < 6) return { text: 'Avoid repeats and sequences like 1234.' }
  if (password.length < 12) return { text: 'One more word would make it stronger.' }
  return { text: 'Strong password.', isGood: true }
}

/** Characters that do not simply continue the ones before: `aaaa`, `abcd` and `4321` have one each. */
function countSurprises(text: string): number {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  return codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1).length
}

/** The most frequent ones that are long enough. */
const leaked = new Set(
  (
    'password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 87654321 ' +
    '11111111 00000000 88888888 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 ' +
    'asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345 abcdefgh a1b2c3d4 iloveyou iloveyou1 sunshine princess football ' +
    'baseball superman batman123 trustno1 letmein1 welcome1 welcome123 admin123 admin1234 dragon123 monkey123 computer ' +
    'starwars michelle jennifer'
  ).split(' '),
)
