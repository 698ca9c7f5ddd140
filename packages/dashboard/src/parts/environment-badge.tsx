import { type Environment, environmentNames } from '../data/environments.ts'
import { Badge } from '../ui/page.tsx'

const tones = { development: undefined, staging: 'accent', production: 'success' } as const

export const EnvironmentBadge = ({ environment }: { environment: Environment | undefined }) =>
  environment && <Badge tone={tones[environment]}>{environmentNames[environment]}</Badge>
