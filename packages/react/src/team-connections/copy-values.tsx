import { useState } from 'react'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { Button } from '../ui/button.tsx'

interface CopyValuesProps {
  /** Names may be those of fields elsewhere, which are in English. */
  lang?: string
  values: readonly { name: string; value: string }[]
}

/** Values that belong into fields elsewhere, each with a button that copies it. */
export function CopyValues({ values, lang }: CopyValuesProps) {
  return (
    <dl className="lk-copies">
      {values.map(({ name, value }) => (
        <div key={name} className="lk-copy">
          <dt className="lk-label" lang={lang}>
            {name}
          </dt>
          <dd className="lk-copy-line">
            <code className="lk-copy-text">{value}</code>
            <CopyButton name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function CopyButton({ name, value }: { name: string; value: string }) {
  const t = useConnectionTranslate()
  const [isCopied, setIsCopied] = useState(false)
  const text = isCopied ? t('Copied') : t('Copy')
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setIsCopied(true)
  }
  return (
    <Button size="small" label={`${text}: ${name}`} onClick={copy}>
      <span role="status">{text}</span>
    </Button>
  )
}
