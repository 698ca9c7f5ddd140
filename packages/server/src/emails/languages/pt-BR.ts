import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: Sua senha foi alterada',
  'Your password was changed': 'Sua senha foi alterada',
  'Two-factor authentication is on at {{projectDisplayName}}':
    '{{projectDisplayName}}: A autenticação de dois fatores está ativada',
  'Two-factor authentication is on': 'A autenticação de dois fatores está ativada',
  'Two-factor authentication is off at {{projectDisplayName}}':
    '{{projectDisplayName}}: A autenticação de dois fatores está desativada',
  'Two-factor authentication is off': 'A autenticação de dois fatores está desativada',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: A autenticação de dois fatores foi redefinida',
  'Two-factor authentication was reset': 'A autenticação de dois fatores foi redefinida',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: Novos códigos de recuperação foram criados',
  'New recovery codes were created': 'Novos códigos de recuperação foram criados',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}: Um código de recuperação foi usado',
  'A recovery code was used': 'Um código de recuperação foi usado',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    'Em {{changedAt}}, a autenticação de dois fatores da sua conta em {{projectDisplayName}} foi desativada por quem administra o serviço.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    'Em {{changedAt}}, novos códigos de recuperação foram criados para sua conta em {{projectDisplayName}}, e os anteriores deixaram de funcionar.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    'Em {{changedAt}}, alguém entrou na sua conta em {{projectDisplayName}} com um dos seus códigos de recuperação.',
  'Unused recovery codes: {{subject}}': 'Códigos de recuperação não usados: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: Uma chave de acesso foi adicionada',
  'A passkey was added': 'Uma chave de acesso foi adicionada',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: Uma chave de acesso foi removida',
  'A passkey was removed': 'Uma chave de acesso foi removida',
  'An email address was added at {{projectDisplayName}}':
    '{{projectDisplayName}}: Um endereço de e-mail foi adicionado',
  'An email address was added': 'Um endereço de e-mail foi adicionado',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Seus endereços de e-mail foram alterados',
  'Your email addresses were changed': 'Seus endereços de e-mail foram alterados',
  'An email address was removed at {{projectDisplayName}}':
    '{{projectDisplayName}}: Um endereço de e-mail foi removido',
  'An email address was removed': 'Um endereço de e-mail foi removido',
  'A sign-in method was added at {{projectDisplayName}}': '{{projectDisplayName}}: Um método de login foi adicionado',
  'A sign-in method was added': 'Um método de login foi adicionado',
  'A sign-in method was removed at {{projectDisplayName}}': '{{projectDisplayName}}: Um método de login foi removido',
  'A sign-in method was removed': 'Um método de login foi removido',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: Um login na linha de comando foi aprovado',
  'A command-line sign-in was approved': 'Um login na linha de comando foi aprovado',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: Um app recebeu acesso à sua conta',
  'An app got access to your account': 'Um app recebeu acesso à sua conta',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: Uma cópia da sua sessão foi recusada',
  'A copy of your session was refused': 'Uma cópia da sua sessão foi recusada',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    'Em {{changedAt}}, a senha da sua conta em {{projectDisplayName}} foi alterada.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, a autenticação de dois fatores foi ativada na sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, a autenticação de dois fatores foi desativada na sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, uma chave de acesso foi adicionada à sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, uma chave de acesso foi removida da sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o endereço de e-mail {{subject}} foi adicionado à sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    'Em {{changedAt}}, o endereço de e-mail {{subject}} da sua conta em {{projectDisplayName}}, ou a forma como ele é usado, foi alterado.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o endereço de e-mail {{subject}} foi removido da sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o login com {{subject}} foi adicionado à sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, o login com {{subject}} foi removido da sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, um programa de linha de comando recebeu permissão para entrar na sua conta em {{projectDisplayName}}.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    'Em {{changedAt}}, {{subject}} recebeu acesso à sua conta em {{projectDisplayName}}.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'Nas configurações da sua conta, você pode ver o que ele pode fazer e remover o acesso a qualquer momento.',
  'Review access': 'Revisar o acesso',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    'Em {{changedAt}}, alguém tentou usar uma cópia da sua sessão em {{projectDisplayName}} fora do seu navegador. A tentativa foi recusada.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'Se foi você, não precisa fazer nada. Se não foi, desfaça: isso restaura seus métodos de login anteriores e desconecta todos da sua conta.',
  'This wasn’t me: undo it': 'Não fui eu: desfazer',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'O link funciona uma única vez e expira em 7 dias. Se não funcionar mais, redefina sua senha e entre em contato com {{projectDisplayName}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'Se foi você, não precisa fazer nada. Se não foi, use o link que enviamos ao endereço de e-mail mais antigo da sua conta ou entre em contato com {{projectDisplayName}}.',
  'Hi {{userDisplayName|there}},': ['Olá, {{userDisplayName}},', 'Olá,'],
  'If the button does not work, open this link:': 'Se o botão não funcionar, abra este link:',
  'Verify your email at {{projectDisplayName}}': 'Confirme seu e-mail em {{projectDisplayName}}',
  'Verify your email': 'Confirme seu e-mail',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    'A conta {{accountName}} em {{projectDisplayName}} quer usar este endereço de e-mail. Se a conta for sua, confirme o endereço. O link funciona por 7 dias.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'Alguém criou uma conta em {{projectDisplayName}} com seu endereço de e-mail. Foi você? Então confirme o endereço. O link funciona por 7 dias.',
  'Verify email': 'Confirmar e-mail',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    'Se não foi você, pode ignorar este e-mail ou pedir a remoção do seu endereço dessa conta.',
  'If this isn’t you, you can ignore this email.': 'Se não foi você, pode ignorar este e-mail.',
  'This isn’t my account': 'Esta conta não é minha',
  'It wasn’t me': 'Não fui eu',
  'Reset your password at {{projectDisplayName}}': 'Redefina sua senha em {{projectDisplayName}}',
  'Reset your password': 'Redefina sua senha',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    'Alguém, esperamos que você, solicitou uma nova senha em {{projectDisplayName}}. O link funciona uma única vez e expira em uma hora.',
  'Choose a new password': 'Escolher uma nova senha',
  'If you did not request this, you can ignore this email. Your password will not change.':
    'Se você não solicitou isso, pode ignorar este e-mail. Sua senha não será alterada.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}': 'Entre em {{projectDisplayName}}: seu código é {{otp}}',
  'Sign in to {{projectDisplayName}}': 'Entre em {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'Digite este código para entrar ou use o botão. Ele funciona uma única vez e expira em dez minutos.',
  'Sign in': 'Entrar',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'Se você não tentou entrar, pode ignorar este e-mail. Nunca compartilhe o código com ninguém.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': 'Participe de {{teamDisplayName}} em {{projectDisplayName}}',
  'Join {{teamDisplayName}}': 'Participe de {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    'Você recebeu um convite para a equipe {{teamDisplayName}} em {{projectDisplayName}}. O link funciona uma única vez, por 7 dias.',
  'Join the team': 'Participar da equipe',
  'If you do not know the team, you can ignore this email.': 'Se você não conhece a equipe, pode ignorar este e-mail.',
  'You are invited to sign in to {{projectDisplayName}}':
    'Você recebeu um convite para entrar em {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': 'Boas-vindas a {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.':
    'Você recebeu um convite para entrar em {{projectDisplayName}}.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    'Se você não conhece {{projectDisplayName}}, pode ignorar este e-mail.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    'A autenticação de dois fatores em {{projectDisplayName}} está prestes a mudar',
  'A second factor is about to be removed': 'Um segundo fator está prestes a ser removido',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'Alguém que lê os e-mails de um dos seus endereços desfez alterações na sua conta em {{projectDisplayName}} sem o aplicativo autenticador ou a chave de acesso que foi configurada desde então. Esse segundo fator será removido da sua conta em {{endsAt}}.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'Se foi você, não precisa fazer nada. Se não foi, entre antes disso com esse segundo fator, para mantê-lo, e altere a senha da sua conta de e-mail.',
  'This email goes to all addresses of your account.': 'Este e-mail é enviado a todos os endereços da sua conta.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    'A autenticação de dois fatores em {{projectDisplayName}} mudou',
  'A second factor was removed': 'Um segundo fator foi removido',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    'Em {{endsAt}}, o último segundo fator configurado (aplicativo autenticador ou chave de acesso) foi removido da sua conta em {{projectDisplayName}}, como anunciado três dias antes. Se você tinha outro antes, ele volta a funcionar.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    'Se não foi você, entre em contato com {{projectDisplayName}}. Este e-mail é enviado a todos os endereços da sua conta.',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} é seu código para {{projectDisplayName}}',
  'Confirm your identity': 'Confirme sua identidade',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    'Para continuar a alteração na sua conta em {{projectDisplayName}}, digite este código. Ele funciona uma única vez e expira em dez minutos.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'Nunca compartilhe este código com ninguém. Se você não o solicitou, outra pessoa está conectada à sua conta: altere sua senha, o que encerra todas as outras sessões.',
  'Your API key at {{projectDisplayName}} was revoked': 'Sua chave de API em {{projectDisplayName}} foi revogada',
  'Your API key was leaked': 'Sua chave de API vazou',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    'A chave de API “{{apiKeyDescription}}” (final {{apiKeyLastFour}}) em {{projectDisplayName}} foi encontrada em um local público.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'Nós a revogamos, portanto ela não funciona mais. Crie uma nova e verifique se a antiga foi usada indevidamente.',
  'You received this email because you manage this key.': 'Você recebeu este e-mail porque gerencia esta chave.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{domain}} não está mais verificado em {{projectDisplayName}}',
  'A domain is no longer proven': 'Um domínio não está mais verificado',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    'O registro DNS que verifica {{domain}} está ausente há uma semana. Quem tem um endereço desse domínio não é mais direcionado ao seu provedor de identidade em {{projectDisplayName}}.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'Para verificar o domínio novamente, restaure o registro e confira o domínio nas configurações.',
  'You received this email because you look after this domain.': 'Você recebeu este e-mail porque cuida deste domínio.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{connectionName}} está configurada em {{projectDisplayName}}',
  'A connection was set up': 'Uma conexão foi configurada',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    'A conexão {{connectionName}} foi configurada com o link enviado para isso e ativada. Agora é possível entrar em {{projectDisplayName}} com ela.',
  'People with an email address at these domains are led to it: {{domains}}':
    'Quem tem um endereço de e-mail destes domínios é direcionado a ela: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    'Nenhum domínio foi verificado ainda, por isso nenhum endereço de e-mail leva a ela.',
  'If you did not expect this, turn the connection off and check its settings.':
    'Se você não esperava por isso, desative a conexão e confira as configurações dela.',
  'You received this email because you look after this connection.':
    'Você recebeu este e-mail porque cuida desta conexão.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} entrou em {{teamDisplayName}} sem o provedor de identidade',
  'Sign-in without the identity provider': 'Login sem o provedor de identidade',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} entrou em {{projectDisplayName}} com senha e segundo fator. De todos os membros de {{teamDisplayName}}, só essa pessoa pode fazer isso.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} pode entrar em {{teamDisplayName}} sem o provedor de identidade',
  'A member may sign in without the identity provider': 'Um membro pode entrar sem o provedor de identidade',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} foi escolhido como o único membro de {{teamDisplayName}} que pode entrar em {{projectDisplayName}} com senha e segundo fator em vez do provedor de identidade.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    'Se você não esperava por isso, escolha outro membro nas configurações da equipe.',
  'You received this email because you look after how the team signs in.':
    'Você recebeu este e-mail porque cuida de como a equipe faz login.',
  'You are invited to the project {{ownedDisplayName}}': 'Você recebeu um convite para o projeto {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': 'Participe de {{ownedDisplayName}}',
  'Hi,': 'Olá,',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|Um proprietário}} convida você para o projeto “{{ownedDisplayName}}” com a função {{role}}.',
  'You will have the same role in {{otherProjects}} of its team.':
    'Você terá a mesma função {{otherProjects}} da equipe.',
  'To accept, use the address that this email was sent to.':
    'Para aceitar, use o endereço para o qual este e-mail foi enviado.',
  'Join the project': 'Participar do projeto',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'O link funciona uma única vez e expira em 7 dias. Se você não sabe quem é, ignore este e-mail.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    'Falha no envio: {{emailCount}} de {{projectDisplayName}}',
  'Some emails could not be sent': 'Alguns e-mails não puderam ser enviados',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    'Falha no envio no último dia: {{emailCount}} de {{projectDisplayName}}.',
  'See the reasons': 'Ver os motivos',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'Você recebeu este e-mail porque faz parte da equipe proprietária de {{projectDisplayName}}.',
  '{{count}} email': '{{count}} e-mail',
  '{{count}} emails': '{{count}} e-mails',
  'the other project': 'no outro projeto',
  'the {{count}} other projects': 'nos outros {{count}} projetos',
  'Don’t want emails like this?': 'Não quer e-mails como este?',
  Unsubscribe: 'Cancelar inscrição',
  'Undo a change': 'Desfazer uma alteração',
  'Wasn’t this you?': 'Não foi você?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    'Desfazer restaura os métodos de login que sua conta tinha antes e desconecta todos. Depois você pode escolher uma nova senha.',
  'Undo and sign out everywhere': 'Desfazer e desconectar em todos os lugares',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'Um aplicativo autenticador foi configurado desde então. Se você o tem, digite o código dele para removê-lo agora. Caso contrário, ele será removido em 72 horas: avisaremos todos os endereços de e-mail da sua conta, e entrar com o aplicativo antes disso o mantém.',
  'Code from the authenticator app (optional)': 'Código do aplicativo autenticador (opcional)',
  'This code is not right. Wait for the next one and try again.':
    'Este código não está certo. Aguarde o próximo e tente de novo.',
  'The change has been undone': 'A alteração foi desfeita',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    'Sua conta em {{project}} voltou a ter os métodos de login de antes, e todos foram desconectados.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'O aplicativo autenticador configurado desde então será removido em {{endsAt}}. Até lá, é preciso usar o código dele para entrar, ou uma chave de acesso, se chaves de acesso também forem um segundo fator.',
  'Choose a new password now, because someone may know the old one.':
    'Escolha uma nova senha agora, porque alguém pode conhecer a antiga.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    'Redefina agora sua senha em {{project}}, porque alguém pode conhecer a antiga.',
  'This isn’t me': 'Não sou eu',
  'Isn’t this you?': 'Não é você?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'Alguém criou uma conta em {{project}} com seu endereço de e-mail {{email}}.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    'A conta {{account}} em {{project}} quer usar seu endereço de e-mail {{email}}.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    'Se não foi você, remova seu endereço. A conta não poderá mais usá-lo.',
  'Remove my address': 'Remover meu endereço',
  'Your address has been removed': 'Seu endereço foi removido',
  'The account at {{project}} can no longer use {{email}}.': 'A conta em {{project}} não pode mais usar {{email}}.',
  'This link has already been used': 'Este link já foi usado',
  'There’s nothing left to do.': 'Não há mais nada a fazer.',
  'Unsubscribe?': 'Cancelar inscrição?',
  'You’ll no longer get marketing emails from {{project}}.':
    'Você não receberá mais e-mails promocionais de {{project}}.',
  'You’ve unsubscribed': 'Inscrição cancelada',
  'You’ve already unsubscribed': 'A inscrição já estava cancelada',
  'The link is incomplete. Copy the whole link.': 'O link está incompleto. Copie o link inteiro.',
  'Turn on JavaScript in your browser and open the link again.':
    'Ative o JavaScript no navegador e abra o link de novo.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'Desde então, chaves de acesso se tornaram seu segundo fator. As que foram adicionadas serão removidas em 72 horas: avisaremos todos os endereços de e-mail da sua conta, e entrar com uma delas antes disso a mantém.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'As chaves de acesso adicionadas desde então serão removidas em {{endsAt}}. Até lá, é preciso usar uma chave de acesso para entrar, ou um código, se você tiver um aplicativo autenticador.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'Seus códigos de recuperação deixarão de funcionar. Depois, crie novos códigos nas configurações da conta.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    'Sua conta não tem códigos de recuperação agora. Crie novos códigos nas configurações da conta.',
  'This link no longer works': 'Este link não funciona mais',
  'It has expired. Sign in and check your account settings instead.':
    'Ele expirou. Entre e verifique as configurações da sua conta.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'Ele está incompleto, ou um e-mail mais recente o substituiu. Abra o e-mail mais recente e copie o link inteiro.',
  'Something went wrong': 'Algo deu errado',
  'Try again in a few minutes.': 'Tente novamente em alguns minutos.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'Sua conta tem um endereço de e-mail mais antigo do que aquele para o qual este link foi enviado. Use o link que foi enviado para aquele endereço.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'O endereço foi verificado nesse meio-tempo. Entre e remova-o nas configurações da conta.',
  owner: 'proprietário',
  admin: 'administrador',
  developer: 'desenvolvedor',
  support: 'suporte',
  viewer: 'leitor',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'Esta solicitação expirou ou foi iniciada em outro navegador. Comece de novo no aplicativo que trouxe você até aqui.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    'O aplicativo que trouxe você até aqui fez uma solicitação que este servidor não aceita ({{error}}). Avise os desenvolvedores dele.',
  'You cannot be signed in': 'Não é possível entrar',
  'Sign out of {{name}}?': 'Sair de {{name}}?',
  'Other apps that you opened with this account may sign you out, too.':
    'Outros aplicativos que você abriu com esta conta também podem encerrar sua sessão.',
  'Sign out': 'Sair',
  'Stay signed in': 'Continuar conectado',
  'You are signed out': 'Você saiu',
  'You can close this page.': 'Você pode fechar esta página.',
}

export default texts
