export function Skeleton({ shape }: { shape: 'mark' | 'line' | 'title' | 'text' | 'label' | 'control' | 'avatar' }) {
  return <span className="lk-skeleton" data-shape={shape} />
}
