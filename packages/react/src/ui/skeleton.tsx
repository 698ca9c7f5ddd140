export function Skeleton({
  shape,
}: {
  shape: 'mark' | 'sign' | 'line' | 'title' | 'text' | 'label' | 'control' | 'avatar' | 'switcher'
}) {
  return <span className="lk-skeleton" data-shape={shape} />
}
