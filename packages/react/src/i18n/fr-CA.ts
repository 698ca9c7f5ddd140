import french from './fr-FR.ts'
import type { Texts } from './source-texts.ts'

const texts: Texts = {
  ...french,
  'E-mail': 'Courriel',
  'Please enter your e-mail.': 'Saisissez votre courriel.',
  'Enter an e-mail like name@example.com.': 'Saisissez un courriel comme nom@exemple.com.',
  'Wrong e-mail or password.': 'Courriel ou mot de passe incorrect.',
  'If an account exists for this e-mail, a message is on its way. Look into the spam folder too.':
    'Si un compte existe pour ce courriel, un message est en route. Regardez aussi dans les indésirables.',
  'Verify your e-mail': 'Vérifiez votre courriel',
  'Verify e-mail': 'Vérifier le courriel',
  'Your e-mail is verified.': 'Votre courriel est vérifié.',
  'Send verification e-mail': 'Envoyer le courriel de vérification',
  'E-mails & auth': 'Courriels et connexion',
  'Sign-in e-mail': 'Courriel de connexion',
  'No e-mail': 'Aucun courriel',
  'Set a password to sign in with your e-mail.': 'Définissez un mot de passe pour vous connecter avec votre courriel.',
  'Add an e-mail first, then you can set a password.':
    'Ajoutez d’abord un courriel, puis vous pourrez définir un mot de passe.',
  'Enter your e-mail, and we send you a link to choose a new one.':
    'Saisissez votre courriel et nous vous envoyons un lien pour en choisir un nouveau.',
  'This e-mail is not verified yet. Sign in with your password.':
    'Ce courriel n’est pas encore vérifié. Connectez-vous avec votre mot de passe.',
  'Use another e-mail': 'Utiliser un autre courriel',
  'Verify your e-mail first, then you can add a passkey.':
    'Vérifiez d’abord votre courriel, puis vous pourrez ajouter une clé d’accès.',
  'Sign in with a code or a link that you get by mail.': 'Connectez-vous avec un code ou un lien reçu par courriel.',
  'Verify your e-mail first, then you can switch this on.':
    'Vérifiez d’abord votre courriel, puis vous pourrez l’activer.',
  'You can sign in by mail.': 'Vous pouvez vous connecter par courriel.',
  'Switch it off? Mails will not sign you in any more.': 'Désactiver ? Les courriels ne vous connecteront plus.',
  'Use a code by mail': 'Utiliser un code reçu par courriel',
  'It is my e-mail: send me a link': 'C’est mon courriel : m’envoyer un lien',
  'It is my e-mail: send me a code': 'C’est mon courriel : m’envoyer un code',
  'This e-mail is in use already': 'Ce courriel est déjà utilisé',
  'Your e-mail is removed': 'Votre courriel est retiré',
}

export default texts
