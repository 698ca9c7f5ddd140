import spanish from './es-ES.ts'
import type { Texts } from './source-texts.ts'

const texts: Texts = {
  ...spanish,
  'Something went wrong': 'Algo salió mal',
  'An unexpected error occurred. Please try again.': 'Ocurrió un error inesperado. Inténtalo de nuevo.',
  "That didn't work. Please try again.": 'No funcionó. Inténtalo de nuevo.',
  "You're already signed in": 'Ya iniciaste sesión',
  "You're signed in as {name}.": 'Iniciaste sesión como {name}.',
  "You're signed in.": 'Iniciaste sesión.',
  "You're not signed in": 'No iniciaste sesión',
  "You're signed in, but the link leads to a site this app doesn't trust.":
    'Lleva a un sitio en el que esta aplicación no confía. De todos modos, iniciaste sesión.',
  'This link has expired': 'Este enlace venció',
  'Request a new one in your account settings.': 'Pide uno nuevo en la configuración de tu cuenta.',
  'Open it from the email again, or request a new one in your account settings.':
    'Ábrelo de nuevo desde el mensaje o pide uno nuevo en la configuración de tu cuenta.',
  'The provider denied access, or you canceled. Nothing was changed.':
    'El proveedor no te dejó entrar o cancelaste. No se cambió nada.',
  'Account settings': 'Configuración de la cuenta',
  'Settings sections': 'Secciones de la configuración',
  Settings: 'Configuración',
  'Back to all settings': 'Volver a toda la configuración',
  'Your password has been changed.': 'Tu contraseña se cambió.',
  'Your password was not changed': 'Tu contraseña no se cambió',
  'This link has already been used': 'Este enlace ya se usó',
  'This sign-in has expired, or it was started in another browser.':
    'El inicio de sesión al que pertenece tu código no se conoce aquí o venció.',
  'We sent an email to {email}. Enter the code here, or open the link.':
    'Enviamos un mensaje a {email}. Escribe aquí su código o abre su enlace.',
  'No passkey was used.': 'No se usó ninguna llave de acceso.',
  'Continue only if you just started this yourself.': 'Continúa solo si acabas de iniciar esto.',
  'If someone sent you this link, cancel. They would get access to your account.':
    'Si alguien te envió este enlace, cancela: entraría en tu cuenta.',
  "You're signed in on the command line": 'Tu línea de comandos inició sesión',
  'Nothing was shared': 'No se compartió nada',
  'Command-line sign-in failed': 'La línea de comandos no inició sesión',
  'Your session has expired. Sign in again.': 'Tu sesión terminó. Inicia sesión de nuevo.',
  'This request has expired or was already confirmed. Start again on the command line.':
    'Este inicio de sesión venció o ya se confirmó. Empieza de nuevo en la línea de comandos.',
  'Verify your email before you add a passkey.':
    'Verifica primero tu correo y luego podrás agregar una llave de acceso.',
  'Add a passkey': 'Agregar una llave de acceso',
  'No passkey was added.': 'No se agregó ninguna llave de acceso.',
  "This device can't add a passkey.": 'Este dispositivo no puede agregar una llave de acceso.',
  'You signed in a while ago. Please verify again to continue.':
    'Iniciaste sesión hace un rato. Demuestra una vez más quién eres.',
  'We sent a code to {email}.': 'Enviamos un código a {email}.',
  "Nothing was changed because you didn't confirm it's you.": 'No se cambió nada, porque no se confirmó que eres tú.',
  'This is my email. Send me a link': 'Es mi correo: envíenme un enlace',
  'This is my email. Send me a code': 'Es mi correo: envíenme un código',
  'We sent an email to {email}. Open its link to choose a new password.':
    'Enviamos un mensaje a {email}. Con su enlace puedes elegir una contraseña nueva.',
  'Your email has been removed': 'Se eliminó tu correo',
}

export default texts
