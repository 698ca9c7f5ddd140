import { connectionPresets } from '@latchkey/contract/connection-presets'

interface GuideLinkProps {
  /** Undefined, and `other`, for a provider without a guide of its own. */
  preset: string | undefined
  about: 'steps' | 'directory'
}

/** Opens the guide for the administrator of a company, at the part that is meant. */
export function GuideLink({ preset, about }: GuideLinkProps) {
  const known = connectionPresets.find(({ id }) => id === preset)
  const path = known ? `${known.id}${ownParts[about]}` : otherParts[about]
  return (
    <a href={`/docs/guide/${path}`} target="_blank" rel="noreferrer">
      {known ? `guide to ${known.name}` : 'guide to other providers'}
    </a>
  )
}

const ownParts = { steps: '', directory: '#add-and-remove-people-automatically' }
const otherParts = {
  steps: 'identity-providers#another-provider',
  directory: 'directories#for-the-administrator-of-the-company',
}
