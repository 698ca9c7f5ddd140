import { Command, Option } from 'commander'
import { exitCodes } from './failures.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { createProject } from './projects.ts'
import { localApiUrl } from './settings.ts'
import { paint } from './terminal.ts'
import { version } from './version.ts'
import { whoami } from './whoami.ts'

export function createProgram(): Command {
  const program = new Command('latchkey')
    .description('Latchkey on the command line.')
    .version(version, '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({
      styleTitle: (text) => paint(process.stdout, 'bold', text),
      styleCommandText: (text) => paint(process.stdout, 'cyan', text),
      styleOptionTerm: (text) => paint(process.stdout, 'cyan', text),
      styleSubcommandTerm: (text) => paint(process.stdout, 'cyan', text),
    })
    .configureOutput({
      outputError: (text, write) => write(`${paint(process.stderr, 'red', '✗')} ${text.replace(/^error: /, '')}`),
    })
    .showHelpAfterError('Run the command with --help to see its options.')
    .addHelpText('after', helpAfterwards)
    .exitOverride()

  // Commands inherit the configuration above, so it has to come first.
  program
    .command('login')
    .description('Sign in through the browser.')
    .addOption(apiUrl())
    .addOption(projectId())
    .option('--publishable-client-key <key>', 'the publishable client key (LATCHKEY_PUBLISHABLE_CLIENT_KEY)')
    .option('--app-url <url>', 'the app to confirm the login in (LATCHKEY_APP_URL)')
    .option('--owner', 'sign in as a project owner, to manage projects')
    .option('--no-browser', 'only show the link, for instance to open it on another device')
    .addHelpText('after', loginExamples)
    .action(login)
  program
    .command('logout')
    .description('Sign out and remove the stored session.')
    .addOption(apiUrl())
    .addOption(projectId())
    .action(logout)
  program
    .command('whoami')
    .description('Show who is signed in.')
    .addOption(apiUrl())
    .addOption(projectId())
    .option('--json', 'print JSON, for scripts')
    .action(whoami)
  program
    .command('projects')
    .description('Manage your projects.')
    .command('create')
    .description('Create a project with keys, and print them as environment variables.')
    .argument('<name>', 'the name of the project')
    .addOption(apiUrl())
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', createExamples)
    .action(createProject)
  return program
}

const apiUrl = () => new Option('--api-url <url>', `the Latchkey server (LATCHKEY_API_URL; default ${localApiUrl})`)
const projectId = () => new Option('--project-id <id>', 'the project (LATCHKEY_PROJECT_ID)')

const loginExamples = `
Without a project, this signs in to the server's demo project.

Examples:
  latchkey login
  latchkey login --owner
  latchkey login --app-url https://app.example.com --no-browser
`

const createExamples = `
You must be signed in as a project owner: run \`latchkey login --owner\` first.

Examples:
  latchkey projects create "My app" > .env
  latchkey projects create "My app" --json
`

const helpAfterwards = `
Exit codes:
  0    success
  ${exitCodes.failed}    failure; the reason is printed
  ${exitCodes.wrongUsage}    invalid usage
  ${exitCodes.notSignedIn}    not signed in
  ${exitCodes.interrupted}  cancelled with Ctrl-C
`
