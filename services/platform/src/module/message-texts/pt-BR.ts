import type { MessageTexts } from "./shape.ts";

export const texts: MessageTexts = {
  "trigger-filled": ["{symbol}: ordem condicional executada", "{qty} a {price}."],
  "trigger-fired": ["{symbol}: ordem acionada", "O preço de gatilho foi atingido e a ordem foi enviada."],
  "trigger-failed": [
    "{symbol}: ordem condicional falhou",
    "O preço de gatilho foi atingido, mas a ordem foi recusada. O motivo está no histórico de ordens.",
  ],
  "margin-warned": [
    "O índice de margem atingiu {ratio} em {asset}",
    "Em 100% as posições são liquidadas. Adicione margem ou reduza as posições.",
  ],
  "position-warned": [
    "{symbol}: o índice de margem atingiu {ratio}",
    "Em 100% a posição é liquidada. Adicione margem ou reduza a posição.",
  ],
  "pair-warned": [
    "{symbol}: o nível de margem caiu para {level}",
    "Pague o empréstimo ou adicione garantia antes que o par seja liquidado.",
  ],
  "liquidation-started": ["{symbol}: liquidação iniciada", "A margem não cobre mais a margem de manutenção."],
  "position-liquidated": ["{symbol}: posição liquidada", "{qty} foram assumidos pelo motor de liquidação."],
  "pair-liquidated": ["{symbol}: par de margem liquidado", "Os ativos foram vendidos para pagar o empréstimo."],
  deleveraged: [
    "{symbol}: posição reduzida por desalavancagem automática",
    "{qty} foram fechados contra uma posição liquidada.",
  ],
  "price-above": [
    "{symbol} subiu para {level}",
    "Seu alerta: uma negociação a {value}. O alerta agora está desativado.",
  ],
  "price-below": [
    "{symbol} caiu para {level}",
    "Seu alerta: uma negociação a {value}. O alerta agora está desativado.",
  ],
  "funding-above": [
    "{symbol}: taxa de funding em {level} ou mais",
    "Seu alerta: a próxima taxa é {value}. O alerta agora está desativado.",
  ],
  "funding-below": [
    "{symbol}: taxa de funding em {level} ou menos",
    "Seu alerta: a próxima taxa é {value}. O alerta agora está desativado.",
  ],
  "margin-above": [
    "O índice de margem em {symbol} atingiu {level}",
    "Seu alerta: agora é {value}. O alerta agora está desativado.",
  ],
  "deposit-credited": ["Depósito creditado: {amount} {asset}", "Está disponível na sua conta."],
  "deposit-reversed": ["Depósito revertido: {amount} {asset}", "A blockchain reverteu a transação."],
  "withdrawal-sent": ["Saque enviado: {amount} {asset}", "O pagamento foi feito na rede."],
  "withdrawal-returned": ["Saque devolvido: {amount} {asset}", "Não foi pago. O valor voltou para a sua conta."],
  "coupon-paid": ["Cupom pago: {amount} {asset}", "Está disponível na sua conta."],
  "bonus-granted": ["Bônus concedido: {amount} {asset}", "Fica em Derivativos até terminar."],
  "bonus-ends-day": [
    "Seu bônus termina em até 24 horas: {amount} {asset}",
    "O que restar volta então para a campanha. A margem em uso passa a ser coberta pelo seu saldo livre.",
  ],
  "bonus-ends-hour": [
    "Seu bônus termina em até uma hora: {amount} {asset}",
    "O que restar volta então para a campanha. A margem em uso passa a ser coberta pelo seu saldo livre.",
  ],
  "nickname-accepted": ["Apelido aceito: {nickname}", "Ele já está em uso."],
  "nickname-rejected": ["Apelido recusado: {nickname}", "Não passou na análise. Você pode enviar outro."],
  "identity-verified": ["Identidade verificada: nível {level}", "Seu limite de saque depende deste nível."],
  "identity-rejected": ["A verificação de identidade falhou", "Seu perfil mostra o motivo e o próximo passo."],
  "ticket-answered": ["O suporte respondeu: {subject}", "Chamado S-{number}. Leia a resposta e responda por lá."],
  "new-device": ["Novo dispositivo: {device}", "IP {ip}. Se não foi você, encerre a sessão e troque a senha."],
  "security-changed": [
    "Configurações de segurança alteradas",
    "Os detalhes estão no seu e-mail. Se não foi você, congele a conta.",
  ],
};
