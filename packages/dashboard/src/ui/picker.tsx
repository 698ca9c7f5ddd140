import { useId } from 'react'
import './picker.css'
import { TextField } from './field.tsx'
import { useLock } from './lock.tsx'
import { Avatar } from './page.tsx'

interface Choice {
  id: string
  name: string
  detail?: string | null | undefined
  imageUrl?: string | null | undefined
  shape?: 'round' | 'square' | undefined
}

interface PickerProps {
  label: string
  placeholder: string
  hint?: string | undefined
  error?: string | undefined
  text: string
  onType: (text: string) => void
  choices: readonly Choice[]
  /** The ID of the picked option. */
  picked: string | undefined
  onPick: (id: string) => void
  /** Whether options have a picture, as people and teams do. */
  hasPictures?: boolean | undefined
}

/** Picks one of many options by typing, then with arrow keys or a click. */
export function Picker({ text, onType, choices, picked, onPick, hasPictures = true, ...field }: PickerProps) {
  const group = useId()
  const lock = useLock()
  return (
    <div className="ui-stack" data-gap="small">
      <TextField {...field} type="search" value={text} onChange={(event) => onType(event.target.value)} />
      {choices.length > 0 && (
        <div className="ui-picker" role="radiogroup" aria-label={`Found: ${field.label}`}>
          {choices.map(({ id, name, detail, imageUrl, shape }) => (
            <label key={id}>
              <input
                type="radio"
                className="ui-checkbox"
                name={group}
                checked={picked === id}
                onChange={() => onPick(id)}
                {...lock}
              />
              {hasPictures && <Avatar name={name} imageUrl={imageUrl} shape={shape} />}
              <bdi className="ui-truncate">{name}</bdi>
              {detail && <span className="ui-muted ui-truncate">{detail}</span>}
            </label>
          ))}
        </div>
      )}
    </div>
  )
}
