import spanish from './es-ES.ts'
import type { Texts } from './source-texts.ts'

const texts: Texts = {
  ...spanish,
  'Something went wrong': 'Algo salió mal',
  'An unexpected error came up. Please try again.': 'Ocurrió un error inesperado. Inténtalo de nuevo.',
  'That did not work. Please try again.': 'No funcionó. Inténtalo de nuevo.',
  'You are already signed in': 'Ya iniciaste sesión',
  'You are signed in as {name}.': 'Iniciaste sesión como {name}.',
  'You are signed in.': 'Iniciaste sesión.',
  'You are not signed in': 'No iniciaste sesión',
  'It leads to a place this app does not trust. You are signed in all the same.':
    'Lleva a un sitio en el que esta aplicación no confía. De todos modos, iniciaste sesión.',
  'This link has expired': 'Este enlace venció',
  'Ask for a new one in your account settings.': 'Pide uno nuevo en la configuración de tu cuenta.',
  'Open it from the mail again, or ask for a new one in your account settings.':
    'Ábrelo de nuevo desde el mensaje o pide uno nuevo en la configuración de tu cuenta.',
  'The provider did not let you in, or you cancelled. Nothing was changed.':
    'El proveedor no te dejó entrar o cancelaste. No se cambió nada.',
  'Account settings': 'Configuración de la cuenta',
  'Settings sections': 'Secciones de la configuración',
  Settings: 'Configuración',
  'Back to all settings': 'Volver a toda la configuración',
  'Your password is changed.': 'Tu contraseña se cambió.',
  'Your password was not changed': 'Tu contraseña no se cambió',
  'This link was already used': 'Este enlace ya se usó',
  'The sign-in that your code belongs to is not known here, or it has run out.':
    'El inicio de sesión al que pertenece tu código no se conoce aquí o venció.',
  'We sent a mail to {email}. Enter its code here, or open its link.':
    'Enviamos un mensaje a {email}. Escribe aquí su código o abre su enlace.',
  'No passkey was used.': 'No se usó ninguna llave de acceso.',
  'Only go on if you started this yourself just now.': 'Continúa solo si acabas de iniciar esto.',
  'If somebody sent you this link, cancel: they would get into your account.':
    'Si alguien te envió este enlace, cancela: entraría en tu cuenta.',
  'Your command line is signed in': 'Tu línea de comandos inició sesión',
  'Nothing was shared': 'No se compartió nada',
  'The command line was not signed in': 'La línea de comandos no inició sesión',
  'Your session has ended. Sign in again.': 'Tu sesión terminó. Inicia sesión de nuevo.',
  'This login has run out or was confirmed already. Start again on your command line.':
    'Este inicio de sesión venció o ya se confirmó. Empieza de nuevo en la línea de comandos.',
  'Verify your e-mail first, then you can add a passkey.':
    'Verifica primero tu correo y luego podrás agregar una llave de acceso.',
  'Add a passkey': 'Agregar una llave de acceso',
  'No passkey was added.': 'No se agregó ninguna llave de acceso.',
  'This device cannot add a passkey.': 'Este dispositivo no puede agregar una llave de acceso.',
  'You signed in a while ago. Please prove once more who you are.':
    'Iniciaste sesión hace un rato. Demuestra una vez más quién eres.',
  'We sent a code to {email}.': 'Enviamos un código a {email}.',
  'Nothing was changed, because it was not confirmed that it is you.':
    'No se cambió nada, porque no se confirmó que eres tú.',
  'It is my e-mail: send me a link': 'Es mi correo: envíenme un enlace',
  'It is my e-mail: send me a code': 'Es mi correo: envíenme un código',
  'We sent a mail to {email}. Its link lets you choose a new password.':
    'Enviamos un mensaje a {email}. Con su enlace puedes elegir una contraseña nueva.',
  'Your e-mail is removed': 'Se eliminó tu correo',
}

export default texts
