import { Link } from '../link.tsx'
import { base } from '../router.ts'

export function NotFound() {
  return (
    <div className="page">
      <h1>Nothing here</h1>
      <p className="lead">This address leads nowhere.</p>
      <p className="actions">
        <Link className="button" to={base}>
          Go home
        </Link>
      </p>
    </div>
  )
}
