import type { ReactNode } from 'react'

export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number }) {
  return <span className="ui-skeleton" style={{ width, height }} />
}

/** Wraps skeletons. Hides them from screen readers, and delays them so that fast loads show none. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className="ui-loading" aria-busy="true">
      <span className="ui-hidden" role="status">
        Loading
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Loading>
      <div className="ui-table-frame">
        <table className="ui-table">
          <thead>
            <tr>
              <th>
                <Skeleton width={96} height={10} />
              </th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are identical
              <tr key={row}>
                <td>
                  <Skeleton width={`${60 - ((row * 7) % 24)}%`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Loading>
  )
}

export function CardSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Loading>
      <div className="ui-card">
        <div className="ui-card-body">
          <Skeleton width={140} />
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identical
            <Skeleton key={line} width={`${90 - ((line * 13) % 40)}%`} />
          ))}
        </div>
      </div>
    </Loading>
  )
}
