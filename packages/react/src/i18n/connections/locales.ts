import type { Texts } from '../source-texts.ts'
import { createTextReader, loaders } from '../translation.tsx'
import type { ConnectionTexts } from './source-texts.ts'

const own: { [Name in keyof typeof loaders]: () => Promise<{ default: ConnectionTexts }> } = {
  'de-DE': () => import('./de-DE.ts'),
  'es-419': () => import('./es-419.ts'),
  'es-ES': () => import('./es-ES.ts'),
  'fr-CA': () => import('./fr-CA.ts'),
  'fr-FR': () => import('./fr-FR.ts'),
  'it-IT': () => import('./it-IT.ts'),
  'ja-JP': () => import('./ja-JP.ts'),
  'ko-KR': () => import('./ko-KR.ts'),
  'pt-BR': () => import('./pt-BR.ts'),
  'pt-PT': () => import('./pt-PT.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
  'zh-TW': () => import('./zh-TW.ts'),
}

/** Together with the usual texts. Apart from these, which the sign-in page loads, because hardly anybody sees them. */
export const readConnectionTexts = createTextReader<Texts & ConnectionTexts>(async (locale) => {
  const name = locale as keyof typeof loaders
  const [usual, more] = await Promise.all([loaders[name](), own[name]()])
  return { default: { ...usual.default, ...more.default } }
})
