import french from './fr-FR.ts'
import type { Texts } from './source-texts.ts'

const texts: Texts = {
  ...french,
  Email: 'Courriel',
  'Enter your email.': 'Saisissez votre courriel.',
  'Enter a valid email, like name@example.com.': 'Saisissez un courriel comme nom@exemple.com.',
  'Wrong email or password.': 'Courriel ou mot de passe incorrect.',
  "If there's an account with this email, a message is on its way. Check your spam folder too.":
    'Si un compte existe pour ce courriel, un message est en route. Regardez aussi dans les indésirables.',
  'Verify your email': 'Vérifiez votre courriel',
  'Verify email': 'Vérifier le courriel',
  'Your email is verified.': 'Votre courriel est vérifié.',
  'Send verification email': 'Envoyer le courriel de vérification',
  'Emails & auth': 'Courriels et connexion',
  'Sign-in email': 'Courriel de connexion',
  'No email': 'Aucun courriel',
  'Set a password to sign in with your email.': 'Définissez un mot de passe pour vous connecter avec votre courriel.',
  'Add an email before you set a password.': 'Ajoutez d’abord un courriel, puis vous pourrez définir un mot de passe.',
  "Enter your email, and we'll send you a link to choose a new one.":
    'Saisissez votre courriel et nous vous envoyons un lien pour en choisir un nouveau.',
  "This email isn't verified yet. Sign in with your password.":
    'Ce courriel n’est pas encore vérifié. Connectez-vous avec votre mot de passe.',
  'Use a different email': 'Utiliser un autre courriel',
  'Verify your email before you add a passkey.':
    'Vérifiez d’abord votre courriel, puis vous pourrez ajouter une clé d’accès.',
  'Sign in with a code or a link we email you.': 'Connectez-vous avec un code ou un lien reçu par courriel.',
  'Verify your email before you turn this on.': 'Vérifiez d’abord votre courriel, puis vous pourrez l’activer.',
  'You can sign in by email.': 'Vous pouvez vous connecter par courriel.',
  "Turn it off? You won't be able to sign in by email anymore.":
    'Désactiver ? Les courriels ne vous connecteront plus.',
  'Use an email code': 'Utiliser un code reçu par courriel',
  'This is my email. Send me a link': 'C’est mon courriel : m’envoyer un lien',
  'This is my email. Send me a code': 'C’est mon courriel : m’envoyer un code',
  'This email is already in use': 'Ce courriel est déjà utilisé',
  'Your email has been removed': 'Votre courriel est retiré',
}

export default texts
