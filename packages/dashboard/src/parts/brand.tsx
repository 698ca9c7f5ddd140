import { Link } from '@tanstack/react-router'
import icon from '../icon.svg'

export function Brand() {
  return (
    <Link className="frame-brand" to="/projects">
      <img src={icon} alt="" />
      Latchkey
    </Link>
  )
}
