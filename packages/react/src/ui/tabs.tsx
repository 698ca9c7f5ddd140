import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Tab<Name extends string> {
  name: Name
  label: string
  /** A note on its edge. */
  mark?: string | false | undefined
}

/** Tabs for alternative forms. Only the selected form is rendered, so that autofill does not fill hidden fields. */
export function Tabs<Name extends string>(props: {
  label: string
  tabs: readonly Tab<Name>[]
  selected: Name
  onSelect: (name: Name) => void
  onInput: (event: FormEvent) => void
  children: ReactNode
}) {
  const { label, tabs, selected, onSelect, onInput, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  const select = (name: Name) => {
    // Keeps the height of the page if the other form is shorter.
    panel.current?.style.setProperty('--lk-panel-size', `${panel.current.getBoundingClientRect().height}px`)
    onSelect(name)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ name }) => name === selected)
    const isRightToLeft = list.current?.matches(':dir(rtl)')
    const next = {
      ArrowRight: index + (isRightToLeft ? -1 : 1),
      ArrowLeft: index + (isRightToLeft ? 1 : -1),
      Home: 0,
      End: tabs.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const position = (next + tabs.length) % tabs.length
    select(tabs[position]!.name)
    ;(list.current?.children[position] as HTMLElement | undefined)?.focus()
  }

  return (
    <>
      <div className="lk-tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            className="lk-tab"
            type="button"
            role="tab"
            key={tab.name}
            aria-selected={tab.name === selected}
            aria-controls={id}
            aria-description={tab.mark || undefined}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => select(tab.name)}
          >
            {tab.label}
            {tab.mark && (
              <span className="lk-badge" aria-hidden="true">
                {tab.mark}
              </span>
            )}
          </button>
        ))}
      </div>
      <div className="lk-tab-panel" role="tabpanel" id={id} ref={panel} onInput={onInput}>
        {children}
      </div>
    </>
  )
}
