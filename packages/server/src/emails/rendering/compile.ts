import { transform } from 'sucrase'

/** Compiles an email source to a script for the sandbox: types are removed, JSX and imports become calls. */
export function compileSource(tsx: string): string {
  const { code } = transform(tsx, {
    transforms: ['typescript', 'jsx', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
    // The modules of the sandbox export every name, so no `default` interop is needed.
    enableLegacyTypeScriptModuleInterop: false,
  })
  return code
}
