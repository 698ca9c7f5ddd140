import { Command, Option } from 'commander'
import { exitCodes } from './failures.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { createProject } from './projects.ts'
import { backUp, migrate, reencrypt, restore, startServer } from './server.ts'
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
    .addOption(
      new Option('--framework <name>', 'print what an app of this kind needs, and nothing else')
        .choices(['vite', 'next', 'node'])
        .default('node'),
    )
    .option('--admin-key', 'also create an admin key, for tools that change settings')
    .option('--json', 'print JSON, for scripts')
    .addHelpText('after', createExamples)
    .action(createProject)
  addServerCommands(program)
  return program
}

/** For operators. They need no login: they read the environment variables of the server. */
function addServerCommands(program: Command): void {
  program.command('start').description('Start the Latchkey server that is installed here.').action(startServer)
  program.command('migrate').description('Migrate the database of the server without starting it.').action(migrate)
  program
    .command('backup')
    .description('Back up the database while the server runs.')
    .requiredOption('-o, --output <file>', 'the file to write, or - for standard output')
    .addOption(passphraseFile())
    .addHelpText('after', backupExamples)
    .action(backUp)
  program
    .command('restore')
    .description('Restore a backup into an empty database.')
    .argument('<file>', 'the backup')
    .addOption(passphraseFile())
    .option('--send-waiting', 'let the server send the emails and webhooks that were waiting')
    .addOption(
      new Option('--discard-waiting', 'discard them, because they were sent since then or this is a copy').conflicts(
        'sendWaiting',
      ),
    )
    .action(restore)
  program
    .command('reencrypt')
    .description('Encrypt everything with the current secret after LATCHKEY_SECRET was replaced.')
    .action(reencrypt)
}

const passphraseFile = () =>
  new Option('--passphrase-file <file>', 'a file with the passphrase of the backup (LATCHKEY_BACKUP_PASSPHRASE)')
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
  latchkey projects create "My app" --framework next > .env.local
  latchkey projects create "My app" > .env
  latchkey projects create "My app" --json
`

const backupExamples = `
With a passphrase, the backup is encrypted in the format of age (https://age-encryption.org).

Examples:
  latchkey backup --output latchkey.backup
  latchkey backup --output - --passphrase-file /etc/latchkey/passphrase | ssh backups 'cat > latchkey.backup'
`

const helpAfterwards = `
Exit codes:
  0    success
  ${exitCodes.failed}    failure; the reason is printed
  ${exitCodes.wrongUsage}    invalid usage
  ${exitCodes.notSignedIn}    not signed in
  ${exitCodes.interrupted}  cancelled with Ctrl-C
`
