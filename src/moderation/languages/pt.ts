import { each, type Language, together } from './language.ts';

const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, um, dois, três, quatro, cinco, seis, sete,
  oito, nove, dez, onze, doze, treze, catorze, quatorze, quinze, dezesseis, dezessete`;
const BARE = 'nu, nus, nua, nuas, pelado, pelados, pelada, peladas';

/** Says not to undress. "Why not" asks for it all the same. */
const NEGATED = together(
  each('sem, não', 'despir, dispa, despi la, despir ela, dispa ela, despir a mulher'),
  each(
    'sem, não, não lhe',
    'tirar, tira, tire, remover, remova, retirar, retire',
    'a roupa, as roupas, a roupa dela, as roupas dela, a roupa dele, o vestido, o vestido dela, a blusa dela, nada',
  ),
  'não deixa pelada, não nua, não sexual, sem nudez, nada sexual',
);

export const PORTUGUESE: Language = {
  lists: {
    minor: together(
      `de menoridade, menorzinha, garotinha, irmã caçula, irmã mais nova, irmão mais novo, primária, do fundamental,
        do primário, do ensino fundamental, do ensino médio, da creche, creche, jardim de infância, pré escola,
        criança de, garoto de programa menor, adolescente menor, estudante menor, menina menor, bebezinho, ninfeta,
        ninfetinha, menina, meninas, menininha, menininhas, menino, meninos, menininho, criança, crianças, criancinha,
        criancinhas, garotinha, garotinhas, garotinho, garotinhos, guria, guriazinha, gurizinho, moleque, moleques,
        molequinho, pirralha, pirralho, pivete, adolescente, adolescentes, pré adolescente, novinha, novinhas,
        novinho, colegial, colegiais, estudante do ensino, estudantes do ensino, aluna do ensino, alunas do ensino,
        aluno do ensino, alunos do ensino, ensino fundamental, ensino médio, ensino básico, aluna, alunas, aluninha,
        menor de idade, menores de idade, de menor, menor de 18, menor de 16, menores de 18, infantil, infantis,
        infante, ~bebê, bebês, bebezinho, bebezinha, o bebê, um bebê, bebê erótico, bebê sexy, bebê nu, bebê pelado,
        neném, nenê, impúbere*, púbere*, pré púbere, lolita, lolitas, minha filha, minha filhinha, filhinha, filhinho,
        sua filha, filha pequena, filha dele, filha dela, meu filho, sobrinha, sobrinhazinha, irmãzinha, irmãozinho,
        enteada, pedofil*, mocinha, mocinhas, jovenzinha, jovem menor`,
      each(AGES, 'anos, aninhos'),
      each('menina de, menino de, garota de, garoto de', AGES),
    ),
    sexual: together(
      `nuazinha, nuzinha, nuzinho, nuinha, nuinho, peladinhos, do jeito que deus fez, do jeito que deus a fez, do
        jeito que deus o fez, jeito que veio ao mundo, jeito que nasceu, como deus fez, como deus a fez, como deus a
        trouxe, sem um fio de roupa, sem um pano, sem pano, sem panos, sem tecido, sem tecido nenhum, sem tecido
        algum, sem vestimenta, não usa mais nada, usa mais nada, veste mais nada, não tem nada no corpo, não tem nada
        vestido, não está vestindo nada, cinta liga, de ligas, calcinha fio dental, tetas de fora, peitinho de fora,
        tirando a roupa, tira a roupa toda, se despindo, se despir, sensualizando, foto sexual, filme pornô, popozuda,
        bucet*, tesudinha, nua, nuas, ~nu, ~nus, seminua, seminu, semi nua, semi nu, nudez, nudes, nude artístico,
        nude dela, nude dele, nude da, ~pelada, ~peladas, ~pelado, ~pelados, peladinha, peladinhas, peladinho,
        peladona, peladonas, peladão, homem nu, corpo nu, totalmente nu, completamente nu, menino nu, ensaio nu, nu
        artístico, nu frontal, todo nu, despida, ~despido, despidas, despidos, despindo a, despir, despindo, dispa,
        dispam, ~despe, se despe, despe ela, despe ele, despe a, despe o, despi la, despi lo, despindo se, her pelada,
        him pelado, loli pelada, teen pelada, em pelo, como veio ao mundo, como vieram ao mundo, como nasceu, trajes
        de eva, traje de adão, trajes de adão, sem vestido, sem saia, sem roupa, sem roupas, sem roupa nenhuma, sem
        nenhuma roupa, sem nada no corpo, sem nada vestido, sem usar nada, sem vestir nada, sem vestes, sem trajes,
        não usa nada, não usando nada, não está usando nada, usando nada, vestindo nada, não veste nada, nudismo,
        nudista*, naturista*, erótic*, erotismo, erotiz*, porno*, pornô*, pornográf*, pornograf*, sexo, ~sexual,
        sexuais, sexualmente, sexualiz*, peitos de fora, peito de fora, peitos à mostra, seios, seio de fora, tetas,
        tetona, tetuda, mamilo, mamilos, vagina, vulva, buceta*, boceta, xoxota, xereca, pepeca, ppk, pênis, piroca,
        caralho duro, pau duro, rola dura, testículo*, genital*, partes íntimas, clitóris, pelos pubianos, cu à
        mostra, cuzinho, bunda de fora, bunda nua, bunda à mostra, bunda pelada, masturb*, siririca, punheta, orgasm*,
        gozando nela, gozada, ejacul*, boquete, felação, chupando o pau, sexo oral, cunilíngua, foder, fodendo, fode
        ela, fodida, metendo nela, trepando com, transando, transar, transa, transam, coito, penetraç*, penetrando,
        fazendo amor, fazem amor, fazendo sexo, relação sexual, relações sexuais, suruba, orgia, ménage, lasciv*,
        luxúria, obscen*, puta, putas, putinha, vadia, piranha sexual, prostitut*, striptease*, strip tease,
        estuprad*, estupro, tesuda, tesudo, tesão, safada, safadas, safadinha, excitada`,
    ),
    plainest: 'peladinha, peladona, seminua, despida',
    revealing: together(
      each('por que, porque, pq', NEGATED),
      each(
        `aumenta, aumente, aumentar, deixa maior, deixa maiores`,
        `os, a, o, seus, sua`,
        `peitos, peito, seios, bunda, bumbum, busto`,
      ),
      each(
        `mostra, mostre, mostrando, mostrar, exibe, exiba, exibindo, descobre, descubra, deixa ver, deixando ver,
          destaca`,
        `os, a, o, as, seus, sua, os ombros e os`,
        `peitos, seios, bunda, bumbum, busto, decote, coxas, virilha, nádegas`,
      ),
      each(
        `camiseta, blusa, camisa, regata, vestido, top, roupa`,
        `, branca, branco`,
        `molhada, molhado, encharcada, encharcado, ensopada`,
      ),
      each(
        `esquecido, esqueceu, esquecesse, esquecendo`,
        `de se vestir, de vestir, de colocar roupa, de botar roupa, de pôr roupa, a roupa`,
      ),
      each(
        `versão, imagem, foto, fotos, cena, conteúdo, vídeo, ensaio`,
        `pra adultos, para adultos, adulta, adulto, pra maiores, para maiores, picante, hot, quente, bem quente,
          ousada, ousado`,
      ),
      `sem toalha, usa por baixo, veste por baixo, tem por baixo, tem embaixo, está por baixo, usa embaixo, tem
        debaixo, até a bunda, até o bumbum, no meio da bunda, empinando a bunda, montada nele, sentando nele,
        rebolando, dá pra ver tudo, dando pra ver tudo, aparecendo tudo, tudo aparecendo, mostrando tudo dela, mostra
        tudo dela, tudo dela, corpo todo dela, grudada no corpo, grudado no corpo, colada no corpo, colado no corpo,
        grudada nos peitos, grudada nos seios, pele no lugar, pele em vez, sem censura, roupa nova do rei, roupa nova
        do imperador, bundona, popozão, rabetão, melões dela, revista masculina, acompanhante de luxo, de látex,
        microbiquini, micro biquíni, mini biquíni, biquíni minúsculo, meio despida, meio despido, de meia arrastão, de
        ligas, meia calça e ligas, de sunga, sunga apertada, coberta só, coberta apenas, coberto só, vestindo só,
        usando só, usando apenas, vestindo apenas, pouquíssima roupa, roupa mínima, roupas mínimas, mais despida, bem
        à vontade na cama, olhar sedutor na cama, proibido para menores, proibida para menores, tira tudo, bumbum de
        fora, bumbum à mostra, bumbum maior, tire tudo, tirar tudo, tirando tudo, tirou tudo, sem a parte de cima, sem
        parte de cima, sem a parte de baixo, peito pelado, traje mínimo, trajes mínimos, pouco pano, menos pano,
        mostrando tudo, mostra tudo`,
      `vestido transparente, vestido translúcido, vestido semitransparente, biquíni*, biquínis, microbiquíni, de fio
        dental, biquíni fio dental, calcinha fio dental, calcinha, calcinhas, sutiã, sutiãs, ~sutian, de cueca, só de
        cueca, cuecas, roupa íntima, roupas íntimas, roupa de baixo, roupas de baixo, cinta liga, espartilho, camisola
        transparente, baby doll, ~tanga, tanguinha, de topless, torso nu, peito nu, peito nu dele, dorso nu, pouca
        roupa, poucas roupas, menos roupa, menos roupas, com roupas mínimas, quase sem roupa, mal vestida, sensual*,
        sensuais, provocante*, provocativ*, sedutor*, sedutora, seduzindo, insinuante*, voluptuos*, ousada, mais
        gostosa, gostosona, gostosa, ela gostosa, mulher gostosa, bem gostosa, mais quente, safadinho, mais pele,
        muita pele, mostrando pele, mostra a pele, mostra o corpo, mostre o corpo, mostrando o corpo, decote profundo,
        decote maior, decotão, mais decote, decotad*, grande decote, decote generoso, decote enorme, decote mais,
        peitos, peitões, peitão, peituda, peitudas, peitinhos, peito maior, peitos maiores, seio, seios maiores, busto
        maior, mais busto, aumenta o peito, aumenta os peitos, aumenta o busto, aumenta a bunda, bunda maior, bunda
        grande, bunda empinada, bundão, bunduda, bundinha, mostra a bunda dela, mostrar a bunda, mostrando a bunda,
        mostre a bunda, mostra a bunda, bunda dela, rabão, rabuda, raba, nádegas, de quatro na cama, ela de quatro,
        fica de quatro, de quatro, pernas abertas, abre as pernas, abra as pernas, abrindo as pernas, perna aberta,
        arreganhada, gemendo, cavalgando nele, papai e mamãe na cama, camiseta molhada, blusa molhada, camisa molhada,
        roupa molhada, só de toalha, apenas de toalha, só uma toalha, apenas uma toalha, só numa toalha, só com uma
        toalha, somente de toalha, ela de toalha, enrolada na toalha, enrolada em toalha, enrolada numa toalha, só de
        meia, só de meias, só de salto, apenas de salto, nada por baixo, sem nada por baixo, nada embaixo, por baixo
        da roupa, embaixo da roupa, debaixo da roupa, por baixo do vestido, embaixo do vestido, debaixo do vestido,
        por baixo da saia, embaixo da saia, debaixo da saia, por baixo da blusa, debaixo da blusa, embaixo da blusa,
        sob a roupa, sob o vestido, sob a saia, através da roupa, por nada, por pele, em vez de roupa, atriz pornô,
        ator pornô, estrela pornô, stripper, dançarina exótica, coelhinha da playboy, amarrada na cama, raio x,
        pintura corporal`,
    ),
    remove: `livre ela, livra ela, livre ela das, livra ela das, livre ela da, livra ela da, livre ela do, livra ela
      do, livre a, livra a, livrar ela, livre ele, livra ele, fora com, fora, adeus, roubado, roubada, roubaram,
      rouba, roube, derreta, derrete, derreter, dissolve, dissolva, dissolver, evapora, evapore, queima, queime,
      arranca dela, despoja, despoje, desata, desate, desabroche, afrouxa, afrouxe, escorrega, escorregue, desliza,
      deslize, puxa, puxe, puxando, corta fora, corte fora, oculta, oculte, esconde, esconda, desfaz, desfaça, faz ela
      tirar, faça ela tirar, que tire, que ela tire, que perca, deixa ela sem, deixe ela sem, sem mais, o que tem sob,
      o que há debaixo de, o que tem debaixo de, ~tire, tira, tirar, tirem, tirando, tirou, tiro, tire dela, tire
      dele, tira dela, tirar dela, tirá, tiremos, ~remova, ~remove, removam, remover, removendo, removeu, retire,
      retira, retirar, retirem, retirando, apague, apaga, apagar, apagando, elimine, elimina, eliminar, delete,
      deleta, deletar, exclua, excluir, exclui, arranca, arranque, arrancar, arrancando, rasga, rasgue, rasgar,
      rasgando, abaixa, abaixe, abaixar, abaixando, baixa, baixe, levanta, levante, levantar, levantando, sobe, suba,
      subindo, ergue, erga, erguendo, abre, abra, abrir, abrindo, desabotoa, desabotoe, desabotoar, desabotoando,
      desabrocha, desamarra, desamarre, solta, solte, perde, perca, perdendo, deixa cair, deixe cair, deixando cair,
      some com, suma com, faça sumir, faz sumir, faça desaparecer, faz desaparecer, livra ela de, dispa ela de,
      despida de, despir, ~sem, sem o, sem a, sem os, sem as, sem seu, sem sua, sem nenhum, sem nenhuma, sem qualquer,
      sem usar, sem vestir, não usa, não usando, não está usando, não veste, não tem, não tenha, nada de, nenhuma,
      nenhum, o que tem por baixo de, o que tem embaixo de`,
    gone: `cair, caírem, escorregar, escorrega, escorregando, deslizar, desliza, deslizando, derreter, derrete,
      derretendo, derretida, derretido, derretidas, dissolver, dissolve, dissolvida, dissolvendo, evaporar, evapora,
      evaporando, roubada, roubado, roubadas, abaixo do joelho, até o joelho, até os joelhos, nos tornozelos, nos
      joelhos, em pedaços, em farrapos, aos pedaços, rasgando, arrancados, desatada, sobrando, de lado, voando,
      invisível aos poucos, ausente, inexistente, removida, removido, removidas, removidos, retirada, retirado,
      retiradas, tirada, tirado, tiradas, arrancada, arrancado, arrancadas, apagada, apagado, rasgada, rasgado,
      rasgadas, aberta, aberto, abertas, desabotoada, desabotoado, levantada, levantado, erguida, abaixada, abaixado,
      abaixadas, caída, caído, caindo, cai, caem, caiu, caíram, caia, some, somem, sumiu, sumiram, sumir, suma,
      sumindo, sumida, desaparece, desaparecem, desapareceu, desaparecer, desapareça, desapareçam, desaparecendo, no
      chão, ao chão, fora, invisível, invisíveis, a menos`,
    sheer: `transparente, transparentes, translúcida, translúcido, translúcidas, invisível, invisíveis,
      semitransparente, semi transparente`,
    garment: together(
      `roupa, roupas, roupinha, roupão, vestuário, vestimenta, vestimentas, peças de roupa, peça de roupa, traje,
        trajes, vestidos, vestidinho, vestido dela, vestido vermelho, vestido preto, saia dela, saias, minissaia,
        calça, calças, calça jeans, ~short, ~shorts, shortinho, bermuda, legging, leggings, meia calça, blusa, blusas,
        blusinha, sutiã, sutiãs, calcinha, calcinhas, cueca, cuecas, roupa íntima, biquíni, biquínis, maiô, sunga,
        pijama, camisola, camisolas, espartilho, macacão, uniforme, fantasia, terno, quimono, toalha dela, tudo que
        ela veste, tudo que ela está vestindo, tudo o que ela veste, tudo o que está vestindo, o que ela está vestindo`,
      each('o, seu, um, esse, este, aquele, sem, nenhum, do seu', 'vestido'),
      each('a, sua', 'toalha'),
      each('a, sua, uma, essa, esta, aquela, sem, nenhuma', 'saia, mini saia'),
    ),
    top: `camisa, camisas, camiseta, camisetas, regata, regatas, ~top, tops, suéter, moletom, cropped, polo,
      camisetinha`,
    innocent: together(
      each(
        `roupa, roupas, camisa, camiseta, toalha`,
        `molhada, molhadas, encharcada`,
        `no varal, na máquina, no chão, no cesto, no cabide, ao sol`,
      ),
      each(
        `menos, pouca, poucas, mais, muita, muitas`,
        `roupa, roupas`,
        `no cabide, nos cabides, no varal, no armário, na cama, no chão, na mala, na cadeira, na arara, no cesto,
          penduradas, pendurada`,
      ),
      `rato toupeira pelado, ratos toupeira pelados, toupeira pelada, fundo transparente, fundos transparentes, png
        transparente, guarda chuva transparente, vidro transparente, cai bem, caindo bem, caiu bem, raio x da, raio x
        do, raio x de, fora da, fora de, exame de raio x, cinto de segurança, adeus ano velho`,
      each('tira, tire, tirar', 'tudo do, tudo da, tudo de, tudo que está, tudo que tem, tudo em'),
      `em pelo menos, em pelo de, educação sexual, orientação sexual, assédio sexual, abuso sexual, violência sexual,
        a olho nu, olho nu, nu metal, futebol de pelada, jogo de pelada, filme infantil, mesmo sexo, menino jesus,
        papel de seda, saia justa, nossa senhora, peito de frango, peito de peru, peitos de frango, bunda de uma
        formiga, sensual tango, toalha de mesa, fora do`,
      each(
        'jogando, jogar, joga, jogam, uma, a, na, da, de, bater, partida de, dia de',
        'pelada no, pelada na, pelada de, pelada com, pelada em',
      ),
      each('jogando, jogar, joga, jogam, jogou, bater, batendo', 'pelada, uma pelada'),
      each(
        `pé, pés, mão, mãos, árvore, árvores, galho, galhos, parede, paredes, muro, colina, colinas, rocha, rochas,
          batata, laranja, terra, verdade, fio, fios, ombros, concreto, tijolo, pedra, lâmpada, montanha, montanhas`,
        BARE,
      ),
      each(
        `comida, sopa, torta, pizza, massa, sobremesa, bebida, salada, carne, coisa, água, brisa, cama, feijoada,
          moqueca`,
        'gostosa, muito gostosa, bem gostosa, mais gostosa',
      ),
      each('rolo, usar, passar, passando, usando, caixa, pedaço, uso', 'de fio dental, fio dental'),
      each('há, de há', each(AGES, 'anos')),
      each('mesa, cadeira, banco, sofá, grupo, família, caixa, dobro, menos', 'de quatro'),
      each(
        'de quatro',
        `pés, pernas, patas, rodas, lados, cores, andares, folhas, portas, cordas, pessoas, anos, amigos, crianças,
          estações, elementos, mãos, partes, braços, cavalos, ases`,
      ),
      each(
        'roupa, roupas',
        `do varal, no varal, do chão, no chão, da cama, da mala, do armário, do cabide, no cabide, da cadeira, do
          fundo`,
      ),
    ),
    notEnglish: '~no, ~no jeans, ~no short, ~no top, ~no uniform, ~no costume, ~tire',
    undress: 'sem nada, ~pelada, ~pelado, ~nu, ~nude',
    only: together(
      each(
        `só, apenas, somente, unicamente, coberta só, coberta apenas, coberto só, vestida só, vestida apenas`,
        `de, com, em, usando, vestindo, por, numa, num`,
      ),
      `nada além de, nada além da, nada além do, nada além das, nada além dos, nada mais que, nada exceto, nada a não
        ser, nada mais além de`,
    ),
    worn: `toalha, lençol, joias, jóias, meias, meia, salto, saltos, sapatos, botas, sandálias, colar, pérolas,
      brincos, avental, sorriso, gravata, cachecol, espuma, chantilly, chapéu, cinto, luvas, folhas, folha de
      parreira, pétalas, pele, tatuagens, fita, laço`,
    negated: NEGATED,
  },
  grammar: {
    own: `uma, um, ela, ele, elas, eles, dela, dele, delas, com, não, mulher, homem, moça, garota, você, deixa, deixe,
      faça, coloque, coloca, põe, essa, esse, mas, pra, em, nela, nele, só, na, foto, mesma, está, roupa, fica, moço,
      são, também, ao, mais, tira, mostra`,
    filler: `o, a, os, as, um, uma, uns, umas, seu, sua, seus, suas, meu, minha, toda, todo, todas, todos, essa, esse,
      esses, essas, esta, este, aquela, aquele, ela, ele, dela, dele, lhe, se, e, já, por favor, favor, pfv, pf,
      completamente, totalmente, lentamente, rápido, rapidamente, agora, também, mesma, mesmo, vermelha, vermelho,
      azul, preta, preto, branca, branco, verde, rosa, cinza, amarela, amarelo, longa, longo, curta, curto, linda,
      lindo, bonita, bonito, outra, outro, qualquer, nenhuma, nenhum, bem, mulher, moça, garota, menina, homem,
      pessoa, modelo, logo, digitalmente, só, mais, la, lo, apertada, apertado`,
    preposition: `de, da, do, das, dos, em, na, no, nas, nos, com, sobre, sob, por, pelo, pela, para, pra, desde,
      entre, atrás, debaixo, embaixo, contra, até, ao, aos, dessa, desse, nessa, nesse`,
    quantity: `toda, todo, todas, todos, parte, peça, peças, resto, camada, camadas, nenhuma, nenhum, nada, metade,
      cada, pouco, conjunto, qualquer`,
    auxiliary: `foi, foram, está, estão, é, seja, sejam, sido, sendo, se, que, fique, ficar, fica, ficou,
      completamente, totalmente, lentamente, dela, dele, deve, devem, vai, vão, tem, meio, quase, já, toda, todo,
      mais, por, da, mulher, moça, desta, dessa, pessoa, ser, deixar, deixe, bem`,
    turn: `mas, adicione, adiciona, coloque, coloca, põe, ponha, dê, dá, mude, muda, troque, troca, substitua,
      mantenha, mantém, use, usa, usando, depois, pinte, vista, veste`,
    withWords: 'com',
    person: `ela, ele, elas, eles, mulher, moça, homem, pessoa, garota, menina, modelo, deixa, deixe, fica, ficar,
      totalmente, completamente, toda, dela, ficando, coloque, coloca, bem`,
  },
};
