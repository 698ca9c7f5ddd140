import type { ReactNode } from 'react'

/** Needs `OverlayStyles`. */
export function Checkbox(props: { isChecked: boolean; onChange: (isChecked: boolean) => void; children: ReactNode }) {
  return (
    <label className="lk-checkbox">
      <input
        className="lk-checkbox-box"
        type="checkbox"
        checked={props.isChecked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {props.children}
    </label>
  )
}
