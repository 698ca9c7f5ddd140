import spanish from './es-ES.ts'
import type { Texts } from './source-texts.ts'

const texts: Texts = {
  ...spanish,
  'Apps and agents that can use your account. End the access of those that you no longer need.':
    'Aplicaciones y agentes que pueden usar tu cuenta. Quita el acceso a los que ya no necesites.',
  'End access': 'Quitar acceso',
  'End the access of {app}? It will have to ask you again.':
    '¿Quitar el acceso a {app}? Tendrá que volver a pedírtelo.',
  'Yes, end access': 'Sí, quitarlo',
  'End all access': 'Quitar todos los accesos',
  'End the access of all apps and agents?': '¿Quitar el acceso a todas las aplicaciones y agentes?',
  'Yes, end all access': 'Sí, quitarlos todos',
  'Was it you who signed up?': '¿Te registraste tú?',
  'Someone signed up at {project} with {email}. Enter your password to finish.':
    'Alguien se registró en {project} con {email}. Ingresa tu contraseña para terminar.',
  'Someone signed up at {project} with {email}. Verify it only if that was you.':
    'Alguien se registró en {project} con {email}. Verifícalo solo si fuiste tú.',
  "It wasn't me": 'No fui yo',
  'Add a few more characters.': 'Agrega algunos caracteres más.',
  'Enter your email.': 'Ingresa tu correo electrónico.',
  'Enter a valid email, like name@example.com.': 'Ingresa un correo electrónico válido, como nombre@ejemplo.com.',
  'Enter your password.': 'Ingresa tu contraseña.',
  'No passkey was used.': 'No se usó ninguna llave de acceso.',
  'If someone sent you this link, cancel. They would get access to your account.':
    'Si alguien te envió este enlace, cancela. Esa persona tendría acceso a tu cuenta.',
  "You're signed in on the command line": 'Iniciaste sesión en la línea de comandos',
  'Nothing was shared': 'No se compartió nada',
  'Your session has expired. Sign in again.': 'Tu sesión venció. Vuelve a iniciar sesión.',
  'This request has expired or was already confirmed. Start again on the command line.':
    'Esta solicitud venció o ya se confirmó. Empieza de nuevo en la línea de comandos.',
  "Signing in needs cookies. Allow them for this site in your browser's settings, then try again.":
    'Para iniciar sesión se necesitan cookies. Permítelas para este sitio en la configuración de tu navegador y vuelve a intentarlo.',
  'Forgot password?': '¿Olvidaste la contraseña?',
  "Enter your email, and we'll send you a link to choose a new one.":
    'Ingresa tu correo y te enviaremos un enlace para elegir una nueva.',
  'Your password was not changed': 'No se cambió tu contraseña',
  'This link has already been used': 'Este enlace ya se usó',
  'Links work once and expire after a while. Request a new one.':
    'Los enlaces solo funcionan una vez y vencen después de un tiempo. Solicita uno nuevo.',
  'We sent an email to {email}. Enter the code here, or open the link.':
    'Enviamos un correo a {email}. Ingresa aquí el código o abre el enlace.',
  "One click, and you're signed in on this device.": 'Con un clic iniciarás sesión en este dispositivo.',
  'Enter the six-digit code from your authenticator app.':
    'Ingresa el código de seis dígitos de tu aplicación de autenticación.',
  'Enter all six characters.': 'Ingresa los seis caracteres.',
  'Wrong code. Enter the one your app shows now.': 'Código incorrecto. Ingresa el que muestra ahora tu aplicación.',
  'This sign-in has expired, or it was started in another browser.':
    'Este inicio de sesión venció o se empezó en otro navegador.',
  'Enter one of the recovery codes you saved. Each works once.':
    'Ingresa uno de los códigos de recuperación que guardaste. Cada uno funciona una sola vez.',
  'Enter a recovery code.': 'Ingresa un código de recuperación.',
  'This code is wrong or was used before. Try another one.': 'Este código es incorrecto o ya se usó. Prueba con otro.',
  "You're already signed in": 'Ya iniciaste sesión',
  "You're signed in as {name}.": 'Iniciaste sesión como {name}.',
  "You're signed in.": 'Iniciaste sesión.',
  "You're not signed in": 'No iniciaste sesión',
  'Something went wrong': 'Algo salió mal',
  'An unexpected error occurred. Please try again.': 'Ocurrió un error inesperado. Inténtalo de nuevo.',
  'The connection was lost. Check whether this worked before you try again.':
    'Se perdió la conexión. Verifica si funcionó antes de volver a intentarlo.',
  "That didn't work. Please try again.": 'No funcionó. Inténtalo de nuevo.',
  "You're signed in, but the link leads to a site this app doesn't trust.":
    'Iniciaste sesión, pero el enlace lleva a un sitio en el que esta aplicación no confía.',
  'Your email has been removed': 'Se eliminó tu correo',
  'This link has expired': 'Este enlace venció',
  'Request a new one in your account settings.': 'Solicita uno nuevo en la configuración de tu cuenta.',
  'Open it from the email again, or request a new one in your account settings.':
    'Ábrelo otra vez desde el correo o solicita uno nuevo en la configuración de tu cuenta.',
  'This account is already connected to another user. Use a different one, or disconnect it there first.':
    'Esta cuenta ya está vinculada a otro usuario. Usa otra o desvincúlala antes.',
  'The provider denied access, or you canceled. Nothing was changed.':
    'El proveedor denegó el acceso o cancelaste. No se cambió nada.',
  'Account settings': 'Configuración de la cuenta',
  "You're invited to a team": 'Te invitaron a un equipo',
  "You've been invited to this team. You'll join as {name}.": 'Te invitaron a este equipo. Te unirás como {name}.',
  'Settings sections': 'Secciones de la configuración',
  Settings: 'Configuración',
  'Back to all settings': 'Volver a toda la configuración',
  'Add an email before you set a password.': 'Agrega un correo antes de crear una contraseña.',
  'Your password has been changed.': 'Se cambió tu contraseña.',
  'Your password has been set.': 'Se creó tu contraseña.',
  'Enter your current password.': 'Ingresa tu contraseña actual.',
  'Verify your email before you add a passkey.': 'Verifica tu correo antes de agregar una llave de acceso.',
  'Two-factor authentication was set up in another tab. If you scanned a code here, delete it from your app.':
    'La autenticación en dos pasos se configuró en otra pestaña. Si escaneaste un código aquí, bórralo de tu aplicación.',
  'Add a passkey': 'Agregar una llave de acceso',
  'You can have up to {count} passkeys. Remove one before you add another.':
    'Puedes tener hasta {count} llaves de acceso. Quita una antes de agregar otra.',
  "Remove “{name}”? You won't be able to sign in with it anymore.":
    '¿Quitar “{name}”? Ya no podrás iniciar sesión con ella.',
  'No passkey was added.': 'No se agregó ninguna llave de acceso.',
  "This device can't add a passkey.": 'No se puede agregar una llave de acceso en este dispositivo.',
  'When you sign in, you also enter a code from an app on your phone.':
    'Al iniciar sesión, también ingresas un código de una aplicación de tu teléfono.',
  'Scan this with your authenticator app, then enter the code it shows.':
    'Escanea este código con tu aplicación de autenticación e ingresa el código que muestra.',
  "Can't scan it? Enter this key in the app:": '¿No puedes escanearlo? Ingresa esta clave en la aplicación:',
  "You have none. If you lose your phone, you can't sign in anymore.":
    'No tienes ninguno. Si pierdes el teléfono, no podrás volver a iniciar sesión.',
  'If you lose your phone, each of these codes signs you in once. Save them now: they are never shown again.':
    'Si pierdes el teléfono, con cada uno de estos códigos puedes iniciar sesión una vez. Guárdalos ahora: no se volverán a mostrar.',
  "I've saved these codes.": 'Guardé estos códigos.',
  'We sent a code to {email}.': 'Enviamos un código a {email}.',
  "You've been signed out. Sign in to continue.": 'Se cerró tu sesión. Inicia sesión para continuar.',
  'Contact support.': 'Comunícate con el equipo de soporte.',
  "Nothing was changed because you didn't confirm it's you.": 'No se cambió nada porque no confirmaste que eres tú.',
  'Enter a name.': 'Ingresa un nombre.',
  'Add email': 'Agregar correo',
  "You've already added this email.": 'Ya agregaste este correo.',
  'Enter a description.': 'Ingresa una descripción.',
  Expired: 'Vencida',
  'Expires {date}': 'Vence el {date}',
  'Never expires': 'No vence',
  'Expires after': 'Vence después de',
  "Copy it now. You won't be able to see it again.": 'Cópiala ahora. No podrás verla de nuevo.',
  "I've stored the key in a safe place.": 'Guardé la clave en un lugar seguro.',
  'Revoke “{name}”?': '¿Revocar “{name}”?',
  Done: 'Listo',
  'Team settings': 'Configuración del equipo',
  'Leave team': 'Salir del equipo',
  'Leave {team}?': '¿Salir de {team}?',
  "You're the only admin. To leave, ask the people who run this app to make another member an admin, or delete the team.":
    'Eres el único administrador. Para salir, pide a quienes administran esta aplicación que hagan administrador a otro miembro, o elimina el equipo.',
  'Yes, leave': 'Sí, salir',
  'Ask the people who run this app for a team.': 'Pide un equipo a quienes administran esta aplicación.',
  'You can end this access at any time in your account settings.':
    'Puedes quitar este acceso cuando quieras en la configuración de la cuenta.',
  'The app introduces itself at {host}. Nobody has checked who is behind it.':
    'La aplicación se presenta en {host}. Nadie comprobó quién está detrás.',
  'The app has registered itself. Nobody has checked who is behind it.':
    'La aplicación se registró por su cuenta. Nadie comprobó quién está detrás.',
  'It has expired, or it was answered before. Go back to the app and start again.':
    'Venció o ya se respondió. Vuelve a la aplicación y empieza de nuevo.',
  'Enter the code that your device shows.': 'Ingresa el código que muestra tu dispositivo.',
  'Enter the code.': 'Ingresa el código.',
  'This code is wrong or has expired. Check your device.':
    'Este código es incorrecto o venció. Revísalo en tu dispositivo.',
  'If someone sent you this code or link, cancel. They would get access to your account.':
    'Si alguien te envió este código o enlace, cancela. Esa persona tendría acceso a tu cuenta.',
}

export default texts
