import { Link } from '../link.tsx'
import { base } from '../router.ts'

export function NotFound() {
  return (
    <div className="page">
      <h1>Nothing here</h1>
      <p className="lead">There is nothing at this address.</p>
      <p className="actions">
        <Link className="button" to={base}>
          Go home
        </Link>
      </p>
    </div>
  )
}
