import french from './fr-FR.ts'
import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  ...french,
  'Email domains': 'Domaines de courriel',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'Toutes les personnes qui gèrent les fournisseurs d’identité reçoivent un courriel à chaque connexion de ce type.',
}

export default texts
