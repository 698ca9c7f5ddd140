import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { Button } from '../ui/button.tsx'
import { useCopy } from '../ui/use-copy.ts'

interface CopyValuesProps {
  /** Names may be those of fields elsewhere, which are in English. */
  lang?: string
  values: readonly { name: string; value: string }[]
}

/** Values that belong into fields elsewhere, each with a button that copies it. */
export function CopyValues({ values, lang }: CopyValuesProps) {
  return (
    <dl className="lk-copies">
      {values.map((each) => (
        <CopyValue key={each.name} lang={lang} {...each} />
      ))}
    </dl>
  )
}

interface CopyValueProps {
  lang: string | undefined
  name: string
  value: string
}

function CopyValue({ lang, name, value }: CopyValueProps) {
  const t = useConnectionTranslate()
  const { shown, isCopied, copy } = useCopy<HTMLElement>(value)
  const text = isCopied ? t('Copied') : t('Copy')
  return (
    <div className="lk-copy">
      <dt className="lk-label" lang={lang}>
        {name}
      </dt>
      <dd className="lk-copy-line">
        <code ref={shown} className="lk-copy-text">
          {value}
        </code>
        <Button size="small" label={`${text}: ${name}`} onClick={copy}>
          <span role="status">{text}</span>
        </Button>
      </dd>
    </div>
  )
}
