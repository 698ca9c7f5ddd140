import { Loading, Skeleton } from '../ui/skeleton.tsx'

/** The page header while the page's code loads. */
export function PageSkeleton() {
  return (
    <div className="ui-page">
      <Loading>
        <div className="ui-stack">
          <Skeleton width={140} height={20} />
          <Skeleton width={320} />
        </div>
      </Loading>
    </div>
  )
}
