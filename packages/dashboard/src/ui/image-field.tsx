import { ImageUp } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from './button.tsx'
import { useLock } from './lock.tsx'
import { toast } from './toast.tsx'

/** The server accepts images of up to a million characters as text. */
const maxImageCharacters = 1_000_000

interface ImageFieldProps {
  label: string
  hint?: string | undefined
  url: string | null
  /** The background of the preview. */
  ground?: 'light' | 'dark' | undefined
  onChange: (url: string | null) => void
}

/** An image from the disk, previewed before it is saved. */
export function ImageField({ label, hint, url, ground = 'light', onChange }: ImageFieldProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own border and legend
    <div className="ui-field" role="group" aria-labelledby={id}>
      <span className="ui-label" id={id}>
        {label}
      </span>
      <div className="ui-image" data-ground={ground}>
        {url ? <img src={url} alt="" /> : <span>None</span>}
      </div>
      <div className="ui-row">
        <ImageButtons label={label} url={url} onChange={onChange} />
      </div>
      {hint && <p className="ui-hint">{hint}</p>}
    </div>
  )
}

interface ImageButtonsProps extends Pick<ImageFieldProps, 'label' | 'url' | 'onChange'> {
  isBusy?: boolean | undefined
}

/** Buttons to choose an image from the disk or remove the current one. */
export function ImageButtons({ label, url, isBusy, onChange }: ImageButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File) => {
    const text = await readAsUrl(file)
    if (text.length <= maxImageCharacters) onChange(text)
    else toast('The image is too large. Choose one below 730 kB.', { tone: 'danger' })
  }
  return (
    <>
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
        {...useLock()}
      />
      <Button size="small" icon={<ImageUp />} isBusy={isBusy} onClick={() => input.current?.click()}>
        {url ? 'Change' : 'Upload'}
      </Button>
      {url && (
        <Button size="small" variant="quiet" onClick={() => onChange(null)}>
          Remove
        </Button>
      )}
    </>
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
