import { ImageUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { toast } from './toast.tsx'

/** The server takes images of up to a million characters, as text. */
const maxImageCharacters = 1_000_000

interface ImageFieldProps {
  label: string
  hint?: string | undefined
  url: string | null
  /** What it is seen on. */
  ground?: 'light' | 'dark' | undefined
  onChange: (url: string | null) => void
}

/** An image that is chosen from the disk, and shown before it is saved. */
export function ImageField({ label, hint, url, ground = 'light', onChange }: ImageFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File) => {
    const text = await readAsUrl(file)
    if (text.length <= maxImageCharacters) onChange(text)
    else toast('The image is too large. Choose one below 730 kB.', { tone: 'danger' })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend of its own
    <div className="ui-field" role="group" aria-labelledby={id}>
      <span className="ui-label" id={id}>
        {label}
      </span>
      <div className="ui-image" data-ground={ground}>
        {url ? <img src={url} alt="" /> : <span>None</span>}
      </div>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={label}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void choose(file)
        }}
      />
      <div className="ui-row">
        <Button size="small" icon={<ImageUp />} onClick={() => input.current?.click()}>
          {url ? 'Change' : 'Upload'}
        </Button>
        {url && (
          <Button size="small" variant="quiet" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      {hint && <p className="ui-hint">{hint}</p>}
    </div>
  )
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
