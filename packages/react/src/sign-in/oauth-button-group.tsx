'use client'

import { useProjectOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import { Scope } from '../ui/scope.tsx'
import { MethodButtons } from './method-buttons.tsx'

/**
 * The props of `OAuthButtonGroup`.
 * @example
 * <OAuthButtonGroup type="sign-in" mockProject={{ config: { oauthProviders: [{ id: 'google' }, { id: 'github' }] } }} />
 */
export interface OAuthButtonGroupProps {
  /** Whether the texts are for sign-in or sign-up. */
  type: 'sign-in' | 'sign-up'
  /** Shows a preview with these providers. */
  mockProject?: { config: { oauthProviders: readonly { readonly id: string }[] } } | undefined
}

/**
 * A button for every provider that the project has enabled, the last used one first. Empty if there is none.
 * @example <OAuthButtonGroup type="sign-in" />
 */
export function OAuthButtonGroup({ type, mockProject }: OAuthButtonGroupProps) {
  if (mockProject) return <Group type={type} providers={mockProject.config.oauthProviders} isMock />
  return <ProjectGroup type={type} />
}

function ProjectGroup({ type }: Pick<OAuthButtonGroupProps, 'type'>) {
  const { config } = useProjectOf(useApp())
  return <Group type={type} providers={config.oauthProviders} />
}

function Group(props: Pick<OAuthButtonGroupProps, 'type'> & { providers: readonly { id: string }[]; isMock?: true }) {
  if (props.providers.length === 0) return null
  return (
    <Scope>
      <MethodButtons {...props} />
    </Scope>
  )
}
