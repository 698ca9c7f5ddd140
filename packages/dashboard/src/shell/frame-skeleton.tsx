import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { Loading } from '../ui/skeleton.tsx'

export function FrameSkeleton() {
  return (
    <div className="frame">
      <Loading>
        <div className="frame-sidebar" />
      </Loading>
      <div className="frame-main">
        <div className="frame-header" />
        <PageSkeleton />
      </div>
    </div>
  )
}
