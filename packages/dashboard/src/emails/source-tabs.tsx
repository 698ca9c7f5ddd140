import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Tabs } from '../ui/tabs.tsx'

interface SourceTabsProps {
  noun: 'template' | 'email' | 'theme'
  /** Absent if the source is code. */
  visual: ReactNode | undefined
  /** Receives what to show above the code. */
  code: (note: ReactNode) => ReactNode
  /** Saves the code of a visual source. Undefined where that is not possible. */
  convert?: (() => Promise<unknown>) | undefined
  isChanged: boolean
  /** Code that replaced a built-in source can be reset. */
  canReset?: boolean
}

/** The same source, visual and as code. Code cannot be turned back, so it has one tab only. */
export function SourceTabs({ noun, visual, code, convert, isChanged, canReset = false }: SourceTabsProps) {
  const [chosen, setChosen] = useState<'visual' | 'code'>('visual')
  const whyCode = `This ${noun} is code, which the visual editor cannot show.`
  const note = (
    <p className="ui-caption emails-note">
      {visual ? `The ${noun} as code.` : `${whyCode}${canReset ? ' Reset it to edit it visually again.' : ''}`}
      {visual && convert && <ConvertButton noun={noun} convert={convert} isChanged={isChanged} canReset={canReset} />}
    </p>
  )
  const codeTab = { value: 'code' as const, label: 'Code', content: code(note) }
  return (
    <Tabs
      label={`Ways to edit this ${noun}`}
      value={visual ? chosen : 'code'}
      onChange={setChosen}
      tabs={visual ? [{ value: 'visual', label: 'Visual', content: visual }, codeTab] : [codeTab]}
    />
  )
}

type ConvertButtonProps = Required<Pick<SourceTabsProps, 'noun' | 'isChanged' | 'canReset'>> & {
  convert: () => Promise<unknown>
}

function ConvertButton({ noun, convert, isChanged, canReset }: ConvertButtonProps) {
  if (isChanged) return <span>Save your changes to convert it to code.</span>
  return (
    <DialogButton
      size="small"
      dialog={(close) => (
        <ConfirmDialog
          title="Convert to code?"
          description={
            `You will edit this ${noun} as TSX code instead. Code cannot be turned back into a visual ${noun}` +
            (canReset
              ? '; you can only reset it to the default.'
              : ', except by restoring this version from its history.')
          }
          action="Convert to code"
          done={`The ${noun} is code now.`}
          run={convert}
          onClose={close}
        />
      )}
    >
      Convert to code…
    </DialogButton>
  )
}
