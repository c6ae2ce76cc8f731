import type { MailTexts } from "./shape.ts";

export const texts: MailTexts = {
  codes: {
    register: {
      subject: "Confirme seu cadastro",
      text: "Digite este código para concluir a abertura da sua conta {brand}.",
    },
    reset: {
      subject: "Redefina sua senha",
      text: "Digite este código para criar uma nova senha para sua conta {brand}.",
    },
    "sign-in": { subject: "Confirme seu login", text: "Digite este código para entrar na sua conta {brand}." },
    own: {
      subject: "Confirme uma alteração de segurança",
      text: "Digite este código para confirmar a alteração na sua conta {brand}.",
    },
    bind: {
      subject: "Confirme seu novo contato",
      text: "Digite este código para adicionar este contato à sua conta {brand}.",
    },
  },
  notice: {
    "new-device": {
      subject: "Novo login na sua conta",
      text: "Sua conta {brand} foi acessada de um dispositivo ou local que nunca havia sido usado.",
    },
    "session-stolen": {
      subject: "Encerramos uma sessão para proteger você",
      text: "Uma sessão da sua conta {brand} foi usada duas vezes, como se tivesse sido copiada. Encerramos essa sessão. Entre novamente e confira seus dispositivos na Central de segurança.",
    },
    "password-changed": {
      subject: "Sua senha foi alterada",
      text: "A senha da sua conta {brand} foi alterada e os outros dispositivos foram desconectados.",
    },
    "authenticator-bound": {
      subject: "Autenticador adicionado",
      text: "Um aplicativo autenticador foi adicionado à sua conta {brand}. A partir de agora, os códigos dele serão solicitados.",
    },
    "authenticator-removed": {
      subject: "Autenticador removido",
      text: "O aplicativo autenticador foi removido da sua conta {brand}. Os códigos dele não serão mais solicitados.",
    },
    "passkey-added": {
      subject: "Chave de acesso adicionada",
      text: "Uma chave de acesso foi adicionada à sua conta {brand}. Ela pode ser usada para entrar.",
    },
    "passkey-removed": {
      subject: "Chave de acesso removida",
      text: "Uma chave de acesso foi removida da sua conta {brand}. Ela não pode mais ser usada para entrar.",
    },
    "oauth-linked": {
      subject: "Conta {provider} vinculada",
      text: "Uma conta {provider} foi vinculada à sua conta {brand}. Ela pode ser usada para entrar.",
    },
    "oauth-unlinked": {
      subject: "Conta {provider} desvinculada",
      text: "Uma conta {provider} foi desvinculada da sua conta {brand}. Ela não pode mais ser usada para entrar.",
    },
    "contact-changed": {
      subject: "Seus dados de contato foram alterados",
      text: "O e-mail ou telefone da sua conta {brand} foi alterado. Os códigos e avisos agora vão para o novo contato.",
    },
    "factor-changed": {
      subject: "Sua verificação em duas etapas foi alterada",
      text: "A verificação por código de e-mail ou SMS foi ativada ou desativada na sua conta {brand}.",
    },
    "account-frozen": {
      subject: "Sua conta está congelada",
      text: "Sua conta {brand} foi congelada. Ninguém pode entrar, operar por API ou sacar até que nosso suporte confirme com você que está tudo seguro.",
    },
    "password-removed": {
      subject: "Defina uma nova senha",
      text: "Para proteger sua conta {brand}, nosso suporte removeu a senha e desconectou todos os dispositivos. Defina uma nova em “Esqueceu a senha?” na página de login.",
    },
    "api-key-created": {
      subject: "Chave de API criada",
      text: "Uma chave de API foi criada na sua conta {brand}. Quem tiver o segredo dela poderá fazer o que a chave permite.",
    },
    "api-key-changed": {
      subject: "Chave de API alterada",
      text: "As configurações de uma chave de API da sua conta {brand} foram alteradas.",
    },
    "api-key-removed": {
      subject: "Chave de API excluída",
      text: "Uma chave de API da sua conta {brand} foi excluída. Ela não funciona mais.",
    },
    "withdrawal-address-added": {
      subject: "Endereço de saque adicionado",
      text: "Um endereço de saque foi adicionado à sua conta {brand}. Confira cada caractere. Ele poderá ser usado após 24 horas.",
    },
    "withdrawal-address-removed": {
      subject: "Endereço de saque excluído",
      text: "Um endereço de saque foi excluído da sua conta {brand}.",
    },
    "withdrawal-address-allowed": {
      subject: "Endereço de saque na lista de permissões",
      text: "Um endereço de saque foi incluído na lista de permissões da sua conta {brand}. Ele poderá ser usado após 24 horas.",
    },
    "withdrawal-list-off": {
      subject: "Lista de permissões de saque desativada",
      text: "A lista de permissões de saque da sua conta {brand} foi desativada. Em 24 horas, será possível sacar para qualquer endereço.",
    },
    "withdrawal-confirm": {
      subject: "Confirme seu saque",
      text: "Um saque da sua conta {brand} foi solicitado. Compare cada caractere do endereço e o valor e digite este código somente se ambos estiverem corretos.",
    },
  },
  code: "Código de verificação",
  codeRules:
    "Válido por {minutes} minutos. Digite-o apenas na {brand} e não o compartilhe: nossa equipe nunca vai pedi-lo.",
  codeUnasked: "Se você não solicitou este código, ignore esta mensagem.",
  codeUnaskedInside: "Se você não solicitou este código, alguém pode saber sua senha. Altere-a imediatamente.",
  withdrawalsPaused: "Para sua proteção, os saques ficam bloqueados por 24 horas.",
  notYou: "Se não foi você, congele sua conta imediatamente na Central de segurança e fale com nosso suporte.",
  facts: {
    time: "Horário",
    device: "Dispositivo",
    ip: "Endereço IP",
    country: "Local",
    label: "Nome",
    permissions: "Permissões",
    amount: "Valor",
    arrives: "Valor a receber",
    network: "Rede",
    address: "Endereço",
  },
  unknown: "Desconhecido",
  antiPhishing: "Código antiphishing",
  antiPhishingMeaning: "Foi você quem o escolheu. Um e-mail sem ele não é da {brand}.",
  automatic: "Esta mensagem foi enviada automaticamente. Não responda.",
  smsCode: "Código {brand}: {code}. {subject}. Válido por {minutes} min. Não compartilhe.",
  smsNotice: "{brand}: {subject}. Não foi você? Congele sua conta imediatamente.",
};
