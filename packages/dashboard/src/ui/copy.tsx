import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import { Reading } from './lock.tsx'

export function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    const hasCopied = await copyText(text)
    if (hasCopied) setIsCopied(true)
    return hasCopied
  }
  return { isCopied, copy }
}

/** An ID or another short value in monospace, with a copy button. */
export function CopyableId({ id, name = 'ID' }: { id: string; name?: string }) {
  const { isCopied, copy } = useCopy(id)
  return (
    <span className="ui-id">
      <code>{id}</code>
      <Reading>
        <IconButton
          label={isCopied ? `${name} copied` : `Copy ${name}`}
          icon={isCopied ? <Check /> : <Copy />}
          onClick={() => void copy()}
        />
      </Reading>
    </span>
  )
}
