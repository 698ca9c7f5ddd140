export function Spinner() {
  return <span className="lk-spinner" aria-hidden="true" />
}
