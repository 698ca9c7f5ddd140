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
}

export default texts
