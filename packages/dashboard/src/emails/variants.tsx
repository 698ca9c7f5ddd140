import type { EmailDocument } from '@latchkey/contract'
import { locales } from '@latchkey/contract/locales'
import { Trash2 } from 'lucide-react'
import { languageName } from '../data/language-name.ts'
import { useProject } from '../data/owner.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'

/** Languages that built-in emails do not have, and that your own can. The server accepts any. */
const others = 'ar bg cs da el fa fi he hi hr hu id lt lv ms nb nl pl ro ru sk sl sr sv th tr uk vi'.split(' ')

export type Variant = Pick<EmailDocument, 'subject' | 'preview' | 'content'>

interface VariantsBarProps {
  document: EmailDocument
  onChange: (document: EmailDocument) => void
  /** The language that is edited; empty for the main text. */
  language: string
  onPick: (language: string) => void
  /** The text that a new language starts with. The main text if it is not given, or finds none. */
  findText?: ((language: string) => Promise<Variant | undefined>) | undefined
  /** As Latchkey ships it, in all of its languages. */
  isBuiltIn?: boolean | undefined
  isReadOnly: boolean
}

/** Which language of an email is edited, and which it has. */
export function VariantsBar(props: VariantsBarProps) {
  const { document, onChange, language, onPick, findText, isBuiltIn, isReadOnly } = props
  const mainLocale = useProject().config.default_locale ?? 'en-US'
  const { translations = {}, ...main } = document
  const present = Object.keys(translations)
  const free = [...locales, ...others].filter((locale) => locale !== mainLocale && !present.includes(locale))
  const byName = (one: string, other: string) => languageName(one).localeCompare(languageName(other))
  const add = async (locale: string) => {
    const { category: _, ...copy } = main
    const text = (await findText?.(locale)) ?? copy
    onChange({ ...document, translations: { ...translations, [locale]: text } })
    onPick(locale)
  }
  const remove = () => {
    const { [language]: _, ...rest } = translations
    onChange(Object.keys(rest).length > 0 ? { ...main, translations: rest } : main)
    onPick('')
  }
  return (
    <div className="ui-stack" data-gap="small">
      <div className="emails-toolbar">
        <Select
          label="Language of the text"
          options={[
            ['', `${languageName(mainLocale)}, default`],
            ...present.sort(byName).map((locale) => [locale, languageName(locale)] as const),
          ]}
          value={language}
          onChange={({ target }) => onPick(target.value)}
        />
        {!isReadOnly && (
          <Select
            label="Add a language"
            options={[
              ['', 'Add a language'],
              ...free.sort(byName).map((locale) => [locale, languageName(locale)] as const),
            ]}
            value=""
            onChange={({ target }) => void add(target.value)}
          />
        )}
        {language && !isReadOnly && (
          <IconButton label={`Remove ${languageName(language)}`} icon={<Trash2 />} onClick={remove} />
        )}
      </div>
      <p className="ui-caption">{describe({ isBuiltIn, present, mainLocale })}</p>
    </div>
  )
}

function describe({
  isBuiltIn,
  present,
  mainLocale,
}: {
  isBuiltIn: boolean | undefined
  present: string[]
  mainLocale: string
}) {
  if (isBuiltIn) {
    return `Sent in ${locales.length} languages. After you edit it, languages without their own text get the default.`
  }
  if (present.length === 0) return 'Everyone gets this text, in any language.'
  const missing = locales.filter((locale) => locale !== mainLocale && !present.includes(locale))
  if (missing.length === 0) return 'Every language of the sign-in pages has its own text.'
  return `Without their own text, so they get the default or a similar language: ${missing.map(languageName).join(', ')}.`
}
