import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Popover } from './popover.tsx'
import './picker.css'

interface PickFieldProps {
  label: string
  /** What is picked. */
  value: ReactNode
  /** What no pick means, such as "Anyone". */
  anyLabel: string
  isPicked: boolean
  onClear: () => void
  /** The picker, which calls `close` after a pick. */
  children: (close: () => void) => ReactNode
}

/** A filter that opens a picker. Looks like a select. */
export function PickField({ label, value, anyLabel, isPicked, onClear, children }: PickFieldProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isPointer = useRef(false)
  return (
    <div className="ui-field">
      <span className="ui-label" id={`${id}-label`}>
        {label}
      </span>
      <Popover
        label={label}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button id={id} type="button" className="ui-input ui-pick" aria-labelledby={`${id}-label ${id}`}>
            <span className="ui-truncate">{isPicked ? value : anyLabel}</span>
            <ChevronDown />
          </button>
        }
      >
        <div
          className="ui-pick-list"
          onPointerDownCapture={() => {
            isPointer.current = true
          }}
          onKeyDownCapture={(event) => {
            isPointer.current = false
            if (event.key === 'Enter') setIsOpen(false)
          }}
        >
          {/* Arrow keys pick what they pass, so only a click closes it. */}
          {children(() => isPointer.current && setIsOpen(false))}
          {isPicked && (
            <Button
              size="small"
              isWide
              onClick={() => {
                onClear()
                setIsOpen(false)
              }}
            >
              {anyLabel}
            </Button>
          )}
        </div>
      </Popover>
    </div>
  )
}
